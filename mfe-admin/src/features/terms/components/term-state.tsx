import { CalendarOutlined, ClockCircleOutlined, HistoryOutlined, InboxOutlined } from '@ant-design/icons';
import { knownOr, termPhaseSchema, type Term } from '@qr-attendance/contracts';
import { Badge } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';

const looks = {
  CURRENT: { text: 'current', tone: 'success', Icon: CalendarOutlined },
  UPCOMING: { text: 'upcoming', tone: 'info', Icon: ClockCircleOutlined },
  PAST: { text: 'past', Icon: HistoryOutlined },
  other: { text: 'other', Icon: CalendarOutlined },
} as const;

export const TermState = ({ term: { archived, phase } }: { term: Term }) => {
  const { t } = useTranslation('admin');
  if (archived) return <Badge icon={<InboxOutlined aria-hidden />}>{t('terms.archived')}</Badge>;
  const look = looks[knownOr(termPhaseSchema, phase)];
  const { text, Icon } = look;
  return (
    <Badge tone={'tone' in look ? look.tone : undefined} icon={<Icon aria-hidden />}>
      {t(`terms.${text}`)}
    </Badge>
  );
};
