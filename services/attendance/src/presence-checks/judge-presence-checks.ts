import { LATE_DELIVERY_MINUTES } from '@qr-attendance/contracts';
import type { Logger } from '@qr-attendance/observability';
import type { Attendance } from '../attendance/create-attendance.ts';

/** Answers delayed by poor Wi-Fi have arrived by then. */
const JUDGE_AFTER_MINUTES = LATE_DELIVERY_MINUTES + 5;

export const judgePresenceChecks = async (
  attendance: Pick<Attendance, 'listUnjudgedChecks' | 'judgeCheck'>,
  log: Logger,
): Promise<void> => {
  for (let after = ''; ;) {
    const unjudged = await attendance.listUnjudgedChecks(JUDGE_AFTER_MINUTES, after);
    for (const sessionId of unjudged)
      await attendance
        .judgeCheck(sessionId)
        .catch((error: unknown) =>
          log.warn({ err: error, sessionId }, 'presence check not evaluated, retrying later'),
        );
    const last = unjudged.at(-1);
    if (last === undefined) return;
    after = last;
  }
};
