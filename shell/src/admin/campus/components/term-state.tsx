import { CalendarOutlined, ClockCircleOutlined, HistoryOutlined, InboxOutlined } from '@ant-design/icons';
import { knownOr, termPhaseSchema, type Term } from '@qr-attendance/contracts';
import Tag from 'antd/es/tag';
import { useTranslation } from 'react-i18next';

const looks = {
  CURRENT: { text: 'current', color: 'success', Icon: CalendarOutlined },
  UPCOMING: { text: 'upcoming', color: 'processing', Icon: ClockCircleOutlined },
  PAST: { text: 'past', color: 'default', Icon: HistoryOutlined },
  other: { text: 'other', color: 'default', Icon: CalendarOutlined },
} as const;

export const TermState = ({ term: { archived, phase } }: { term: Term }) => {
  const { t } = useTranslation('admin');
  if (archived) return <Tag icon={<InboxOutlined aria-hidden />}>{t('terms.archived')}</Tag>;
  const { text, color, Icon } = looks[knownOr(termPhaseSchema, phase)];
  return (
    <Tag color={color} icon={<Icon aria-hidden />}>
      {t(`terms.${text}`)}
    </Tag>
  );
};
