import { CheckCircleOutlined, ClockCircleOutlined, StopOutlined, SyncOutlined } from '@ant-design/icons';
import type { Session } from '@qr-attendance/contracts';
import { Badge } from '@qr-attendance/ui-kit';
import { formatDayTime, formatTime } from '@qr-attendance/web-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { stateOf } from './session-state.ts';

interface Props {
  session: Session;
  /** Omits the start, which the table shows in another column. */
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

/** Formats `09:00 – 10:30`, or `Ongoing` without an end. Breaks only between words. */
export const SessionTimes = ({ session: { startTime, endTime } }: { session: Session }) => {
  const { t } = useTranslation('teacher');
  return (
    <span className="words">
      {t('sessions.timeRange', {
        start: formatTime(startTime),
        end: endTime ? formatTime(endTime) : t('sessions.ongoing'),
      })}
    </span>
  );
};

export const NoWrap = ({ children }: { children: ReactNode }) => <span className="nowrap">{children}</span>;
