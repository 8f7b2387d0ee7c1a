import type { Session } from '@qr-attendance/contracts';
import { formatTime } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';

/** `09:00 – 10:30`, with `Ongoing` if there is no end. Breaks only between words. */
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
