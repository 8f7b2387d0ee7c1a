import type { Session } from '@qr-attendance/contracts';
import { Notice } from '@qr-attendance/ui-kit';
import { formatCampusDayTime, formatDayTime } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { stateOf } from '../../../../shared/session-state.ts';

/** What a session is, where that is neither running nor simply over. */
export const SessionNotice = ({ session }: { session: Session }) => {
  const { t } = useTranslation('teacher');
  const { startTime, codeOpensAt, reopenUntil } = session;
  const state = stateOf(session);
  if (state === 'canceled')
    return (
      <Notice
        type="warning"
        role="status"
        title={t('change.isCanceled')}
        description={
          reopenUntil
            ? t('change.reopenUntil', { at: formatDayTime(reopenUntil) })
            : t('change.countsNowhere')
        }
      />
    );
  if (state !== 'scheduled') return null;
  const starts = t('session.starts', { at: formatCampusDayTime(startTime) });
  return (
    <Notice
      type="info"
      role="status"
      title={
        codeOpensAt ? `${starts}. ${t('change.codeOpens', { at: formatCampusDayTime(codeOpensAt) })}` : starts
      }
    />
  );
};
