import { LATE_DELIVERY_MINUTES, routes } from '@qr-attendance/contracts';
import type { Context } from '../context.ts';
import { followSession } from '../sessions/follow-session.ts';

/** Answers that bad Wi-Fi held up have arrived by then, with some time to scan and sign in. */
const JUDGE_AFTER_MINUTES = LATE_DELIVERY_MINUTES + 5;

type Judging = Pick<
  Context,
  | 'secondLooks'
  | 'projections'
  | 'owners'
  | 'sessionMarks'
  | 'sessions'
  | 'absences'
  | 'campusTimeZone'
  | 'writeMarks'
  | 'wakeRelay'
  | 'log'
>;

/** A replica of the release before wrote the session down, and left out its second look: the owner knows. */
const hearOf = async ({ owners, projections }: Judging, id: string): Promise<void> => {
  const told = await owners.session.get(routes.session.getSessionInternal, { id });
  if (told) await projections.saveSession(told);
};

/** Finds who missed the second look of sessions where it is over; the session's policy says what follows. */
export const judgeSecondLooks = async (context: Judging): Promise<void> => {
  const { secondLooks, log } = context;
  for (let after = ''; ;) {
    const unjudged = await secondLooks.listUnjudged(JUDGE_AFTER_MINUTES, after);
    for (const { id, known } of unjudged)
      try {
        if (!known) await hearOf(context, id);
        else if ((await secondLooks.judge(id)) > 0) await followSession(context, id, true);
      } catch (error) {
        log.warn({ err: error, sessionId: id }, 'a second look was not judged, trying again later');
      }
    const last = unjudged.at(-1);
    if (!last) return;
    after = last.id;
  }
};
