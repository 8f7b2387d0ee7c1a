import { CheckCircleOutlined, ClockCircleOutlined, StopOutlined, SyncOutlined } from '@ant-design/icons';
import type { Session } from '@qr-attendance/contracts';
import { formatDayTime } from '@qr-attendance/web-kit';
import Tag from 'antd/es/tag';
import { useTranslation } from 'react-i18next';
import { stateOf } from './session-state.ts';

export const ActivityBadge = ({ session }: { session: Session }) => {
  const { t } = useTranslation('teacher');
  switch (stateOf(session)) {
    case 'scheduled':
      return (
        <Tag icon={<ClockCircleOutlined aria-hidden />} style={{ whiteSpace: 'normal' }}>
          {t('session.starts', { at: formatDayTime(session.startTime) })}
        </Tag>
      );
    case 'running':
      return (
        <Tag color="blue" icon={<SyncOutlined aria-hidden />}>
          {t('session.active')}
        </Tag>
      );
    case 'ended':
      return <Tag icon={<CheckCircleOutlined aria-hidden />}>{t('session.inactive')}</Tag>;
    case 'canceled':
      return (
        <Tag icon={<StopOutlined aria-hidden />} style={{ whiteSpace: 'normal' }}>
          {t('session.inactiveCanceled')}
        </Tag>
      );
  }
};
