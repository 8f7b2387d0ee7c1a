import type { AttendanceRecord, PresenceCheck, Session } from '@qr-attendance/contracts';
import { Button, useNotify } from '@qr-attendance/ui-kit';
import { formatTime, formatNumber, messageOf } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { stateOf } from '../../../shared/session-state.ts';
import { useRoster } from '../api/list-roster.ts';
import { useAskPresenceCheck, useShownPresenceCheck } from '../api.ts';

/** How many who had marked before were asked, and how many of them answered; a teacher's own marks are left out. */
const countAnswers = (marks: AttendanceRecord[], openedAt: string) => {
  const asked = marks.filter(
    ({ status, timestamp, reviewedAt }) =>
      (status === 'PRESENT' || status === 'LATE') && !reviewedAt && timestamp < openedAt,
  );
  return {
    asked: asked.length,
    answered: asked.filter(({ presenceCheck }) => presenceCheck?.answeredAt).length,
  };
};

const useWords = (look: PresenceCheck, session: Session): string => {
  const { t } = useTranslation('teacher');
  const { data: marks = [] } = useRoster(session._id);
  const { state, due, openedAt, endsAt } = look;
  if (openedAt && endsAt && (state === 'open' || state === 'over')) {
    const { asked, answered } = countAnswers(marks, openedAt);
    const counts = { answered: formatNumber(answered), asked: formatNumber(asked) };
    if (state === 'open') return t('presenceCheck.open', { time: formatTime(endsAt), ...counts });
    const over = t('presenceCheck.over', {
      ...{ from: formatTime(openedAt), to: formatTime(endsAt) },
      ...counts,
    });
    return answered * 2 < asked ? `${over}. ${t('presenceCheck.few')}` : over;
  }
  if (!session.active) return t('presenceCheck.voidEnded');
  if (due) return t('presenceCheck.due');
  return t(state === 'void' ? 'presenceCheck.void' : 'presenceCheck.waiting');
};

/** The presence check of a session, and the button that asks now. */
export const PresenceCheckCard = ({ session }: { session: Session }) =>
  session.presenceCheck ? <Card session={session} look={session.presenceCheck} /> : null;

const Card = ({ session, look: read }: { session: Session; look: PresenceCheck }) => {
  const { t } = useTranslation('teacher');
  const notify = useNotify();
  const ask = useAskPresenceCheck(session._id);
  // Who asks from here shows the code from here.
  const { data: shown } = useShownPresenceCheck(session, ask.isSuccess);
  const look = ask.isSuccess && shown ? shown : read;
  const words = useWords(look, session);
  const mayAsk = stateOf(session) === 'running' && (look.state === 'waiting' || look.state === 'void');
  return (
    <section className="presence-check">
      <h2>{t('presenceCheck.title')}</h2>
      <p role="status">{words}</p>
      {mayAsk && (
        <Button
          loading={ask.isPending}
          onClick={() =>
            ask.mutate(undefined, {
              onError: (error) => notify.error(messageOf(error, t('presenceCheck.failed'))),
            })
          }
        >
          {t('presenceCheck.ask')}
        </Button>
      )}
    </section>
  );
};
