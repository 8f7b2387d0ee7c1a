import { limitKeys, tooMany, type Worker } from '@qr-attendance/server';
import type { MailQueue } from '../email/email-queue.ts';
import type { Attempts } from '../sign-in-limits/count-attempts.ts';
import { formatMinutes } from '../sign-in-limits/rules/pause-after-failures.ts';

/** Wrong codes of a person, in all sign-ins together, before the first pause. */
const FREE_WRONG_CODES = 10;

const codesLockedError = (seconds: number) =>
  tooMany(
    'second_factor_locked',
    `Too many wrong codes. Try again in ${formatMinutes(seconds)}. If you did not enter them, somebody knows your password: choose a new one.`,
    seconds,
  );

export interface CodeGuardDeps {
  attempts: Pick<Attempts, 'begin'>;
  mailQueue: Pick<MailQueue, 'add'>;
  mailRelay: Worker;
}

/**
 * Slows down guessing with growing pauses. Whoever guesses codes evidently knows the password or reads the person's
 * email, so the person is notified.
 */
export const createCodeGuard = ({ attempts, mailQueue, mailRelay }: CodeGuardDeps) => ({
  judge: async (
    { id: userId, signOuts }: { id: string; signOuts: number },
    check: () => Promise<boolean>,
  ): Promise<boolean> => {
    // A new password starts a new count, because whoever entered the wrong codes no longer gets this far.
    const own = { key: limitKeys.named(userId, 'second factor', String(signOuts)), free: FREE_WRONG_CODES };
    using attempt = await attempts.begin({ own });
    if (attempt.wait > 0) throw codesLockedError(attempt.wait);
    const isCorrect = await check();
    const failures = await attempt.count(isCorrect);
    if (failures === FREE_WRONG_CODES) {
      await mailQueue.add({ userId }, { kind: 'second_factor_guessed' });
      mailRelay.wake();
    }
    return isCorrect;
  },
});
export type CodeGuard = ReturnType<typeof createCodeGuard>;
