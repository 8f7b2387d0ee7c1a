import type { LiveCodes } from '@qr-attendance/contracts';
import { type Caller, DomainError, temporarilyUnavailable } from '@qr-attendance/server';
import { recordShown } from '../codes/record-shown.ts';
import { ensureSecret, requireOpen } from '../codes/rotate-codes.ts';
import type { Context } from '../context.ts';
import { findOwnSession } from '../sessions/end-session.ts';
import { isActive } from '../sessions/rules/session.ts';
import { showLiveCodes } from './rules/live-code.ts';

/** Tells the wall of the teacher's own session what it shows now and in the next seconds. */
export const getLiveCodes = async (
  context: Parameters<typeof ensureSecret>[0] & Pick<Context, 'liveIndex' | 'clock' | 'opensBeforeMinutes'>,
  teacher: Caller,
  id: string,
): Promise<LiveCodes> => {
  const session = await findOwnSession(context, teacher, id);
  const now = context.clock();
  if (!isActive(session, now)) throw new DomainError('conflict', 'session_ended', 'This session has ended.');
  if (!session.policy.liveCodes)
    throw new DomainError('conflict', 'session_not_live', 'This session does not show a live code.');
  requireOpen(context, session, now);
  const source = await ensureSecret(context, session, now);
  if (source?.currentCode.secret === undefined) throw temporarilyUnavailable();
  await recordShown(context, source, now);
  context.liveIndex.learn(source, now);
  return showLiveCodes(
    source.currentCode.secret,
    context.clock().getTime(),
    session.policy.allowWords !== false,
  );
};
