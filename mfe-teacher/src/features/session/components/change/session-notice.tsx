import type { Session } from '@qr-attendance/contracts';
import { Notice } from '@qr-attendance/ui-kit';
import { formatDayTime } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { ConfirmSessionButtons } from '../../../../shared/confirm-session-buttons.tsx';
import { may } from '../../../../shared/may.ts';
import { stateOf } from '../../../../shared/session-state.ts';

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
  if (session.unconfirmed)
    return (
      <Notice
        type="warning"
        role="status"
        title={t('unconfirmed.question')}
        description={
          <>
            <p className="flush below-sm">{t('unconfirmed.explain')}</p>
            {may(session, 'manageSessions') && <ConfirmSessionButtons session={session} />}
          </>
        }
      />
    );
  if (session.endedUnattended)
    return <Notice type="info" role="status" title={t('unconfirmed.endedUnattended')} />;
  if (state !== 'scheduled') return null;
  const starts = t('session.starts', { at: formatDayTime(startTime) });
  return (
    <Notice
      type="info"
      role="status"
      title={codeOpensAt ? `${starts}. ${t('change.codeOpens', { at: formatDayTime(codeOpensAt) })}` : starts}
    />
  );
};
