import { CheckCircleOutlined, ClockCircleOutlined, StopOutlined, SyncOutlined } from '@ant-design/icons';
import type { Session } from '@qr-attendance/contracts';
import { Badge } from '@qr-attendance/ui-kit';
import { formatDayTime } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { stateOf } from './session-state.ts';

interface Props {
  session: Session;
  /** Omits the start, in a table that has it in another column. */
  brief?: boolean;
}

export const ActivityBadge = ({ session, brief = false }: Props) => {
  const { t } = useTranslation('teacher');
  switch (stateOf(session)) {
    case 'scheduled':
      return (
        <Badge icon={<ClockCircleOutlined aria-hidden />}>
          {brief ? t('week.isPlanned') : t('session.starts', { at: formatDayTime(session.startTime) })}
        </Badge>
      );
    case 'running':
      return (
        <Badge tone="info" icon={<SyncOutlined aria-hidden />}>
          {t('session.active')}
        </Badge>
      );
    case 'ended':
      return <Badge icon={<CheckCircleOutlined aria-hidden />}>{t('session.inactive')}</Badge>;
    case 'canceled':
      return <Badge icon={<StopOutlined aria-hidden />}>{t('session.inactiveCanceled')}</Badge>;
  }
};
