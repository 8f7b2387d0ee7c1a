import type { Session } from '@qr-attendance/contracts';
import { ActionButton, Notice } from '@qr-attendance/ui-kit';
import { formatDay, formatDayTime } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useConfirmSession } from '../../../../shared/api/sessions.ts';
import { CancelSessionButton } from '../../../../shared/cancel-session-button.tsx';
import { may } from '../../../../shared/may.ts';
import { stateOf } from '../../../../shared/session-state.ts';

const ConfirmSessionButtons = ({ session }: { session: Session }) => {
  const { t } = useTranslation('teacher');
  const confirm = useConfirmSession(session._id);
  const course = session.course.code || t('common:unknownCourse');
  const date = formatDay(session.date);
  return (
    <div className="row">
      <ActionButton
        type="primary"
        aria-label={t('unconfirmed.yesOf', { course, date })}
        act={() => confirm.mutateAsync()}
        done={t('unconfirmed.confirmed')}
        failure={t('unconfirmed.failed')}
      >
        {t('unconfirmed.yes')}
      </ActionButton>
      <CancelSessionButton
        session={session}
        label={t('unconfirmed.no')}
        name={t('unconfirmed.noOf', { course, date })}
      />
    </div>
  );
};

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
        title={t('unconfirmed.question', { count: 1 })}
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
