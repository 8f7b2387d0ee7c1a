import type { LiveCodes } from '@qr-attendance/contracts';
import { type Caller, DomainError } from '@qr-attendance/server';
import { recordShown } from '../codes/record-shown.ts';
import { requireOpen } from '../codes/rotate-codes.ts';
import type { Context } from '../context.ts';
import { findOwnSession } from '../sessions/end-session.ts';
import { isActive } from '../sessions/rules/session.ts';
import { showLiveCodes } from './rules/live-code.ts';

/** Tells the wall of the teacher's own session what it shows now and in the next seconds. */
export const getLiveCodes = async (
  context: Pick<Context, 'sessions' | 'liveIndex' | 'clock' | 'opensBeforeMinutes'>,
  teacher: Caller,
  id: string,
): Promise<LiveCodes> => {
  const session = await findOwnSession(context, teacher, id);
  const now = context.clock();
  if (!isActive(session, now)) throw new DomainError('conflict', 'session_ended', 'This session has ended.');
  if (!session.policy.liveCodes)
    throw new DomainError('conflict', 'session_not_live', 'This session does not show a live code.');
  requireOpen(context, session, now);
  await recordShown(context, session, now);
  context.liveIndex.learn(session, now);
  return showLiveCodes(
    session.currentCode.secret,
    context.clock().getTime(),
    session.policy.allowWords !== false,
  );
};
