import { conflict } from '@qr-attendance/server';
import type { Session } from '../../../core/sessions/rules/session.ts';

/**
 * A ticket must prove that its student was there after the class had begun, not that they passed by before.
 */
export const requireStarted = ({ startTime }: Pick<Session, 'startTime'>, now: Date): void => {
  if (startTime <= now) return;
  throw conflict('session_not_open', 'Marking opens when the class starts. Scan the code again then.', {
    startTime: startTime.toISOString(),
  });
};
