import type { AttendanceRecord, PresenceCheck, Session } from '@qr-attendance/contracts';
import { ActionButton } from '@qr-attendance/ui-kit';
import { formatTime, formatNumber } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { may } from '../../../shared/may.ts';
import { stateOf } from '../../../shared/session-state.ts';
import { useRoster } from '../api/list-roster.ts';
import { useStartPresenceCheck, useShownPresenceCheck } from '../api/presence-check.ts';

/**
 * Counts the students who were asked and those who answered. Only students who marked themselves before the
 * check were asked. Answers to an earlier, void check do not count.
 */
const countAnswers = (marks: AttendanceRecord[], openedAt: string) => {
  // Scans have times in whole seconds. Times are compared as text, and every time within that second sorts
  // after this prefix.
  const since = openedAt.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
  const asked = marks.filter(
    ({ status, timestamp, reviewedAt }) =>
      (status === 'PRESENT' || status === 'LATE') && !reviewedAt && timestamp < since,
  );
  return {
    asked: asked.length,
    answered: asked.filter(({ presenceCheck: { answeredAt = '' } = {} }) => answeredAt >= since).length,
  };
};

const useStatusText = (check: PresenceCheck, session: Session): string => {
  const { t } = useTranslation('teacher');
  const { data: marks = [] } = useRoster(session._id);
  const { state, due, openedAt, endsAt } = check;
  if (openedAt && endsAt && (state === 'open' || state === 'over')) {
    const { asked, answered } = countAnswers(marks, openedAt);
    const counts = { answered: formatNumber(answered), asked: formatNumber(asked) };
    if (state === 'open') return t('presenceCheck.open', { time: formatTime(endsAt), ...counts });
    const over = t('presenceCheck.over', {
      from: formatTime(openedAt),
      to: formatTime(endsAt),
      ...counts,
    });
    return answered * 2 < asked ? `${over}. ${t('presenceCheck.few')}` : over;
  }
  if (!session.active) return t('presenceCheck.voidEnded');
  if (due) return t('presenceCheck.due');
  return t(state === 'void' ? 'presenceCheck.void' : 'presenceCheck.waiting');
};

export const PresenceCheckCard = ({ session }: { session: Session }) =>
  session.presenceCheck ? <Card session={session} check={session.presenceCheck} /> : null;

const Card = ({ session, check: read }: { session: Session; check: PresenceCheck }) => {
  const { t } = useTranslation('teacher');
  const start = useStartPresenceCheck(session._id);
  // A page that starts the check also reports that it shows the code.
  const { data: shown } = useShownPresenceCheck(session, start.isSuccess);
  const check = start.isSuccess && shown ? shown : read;
  const words = useStatusText(check, session);
  const canStart =
    may(session, 'manageSessions') &&
    stateOf(session) === 'running' &&
    (check.state === 'waiting' || check.state === 'void');
  return (
    <section className="presence-check">
      <h2>{t('presenceCheck.title')}</h2>
      <p role="status">{words}</p>
      {canStart && (
        <ActionButton act={() => start.mutateAsync()} failure={t('presenceCheck.failed')}>
          {t('presenceCheck.ask')}
        </ActionButton>
      )}
    </section>
  );
};
