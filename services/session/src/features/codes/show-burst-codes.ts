import type { BurstCodes } from '@qr-attendance/contracts';
import { type Caller, conflict } from '@qr-attendance/server';
import { recordCodeShown } from '../../core/sessions/record-code-shown.ts';
import { requireOpen } from './rotate-codes.ts';
import { findSessionFor, type SessionAccess } from '../../core/sessions/find-session-for.ts';
import { isActive } from '../../core/sessions/rules/session.ts';
import { showBurstCodes } from '../../core/codes/rules/burst-code.ts';
import type { BurstIndex } from '../../core/codes/burst-index.ts';
import type { UsedWords } from '../../core/codes/used-words.ts';

export interface BurstStores extends SessionAccess {
  burstIndex: BurstIndex;
  usedWords: UsedWords;
  opensBeforeMinutes: number;
}

export const getBurstCodes = async (
  context: BurstStores,
  teacher: Caller,
  id: string,
  unattended = false,
): Promise<BurstCodes> => {
  const session = await findSessionFor(context, teacher, 'showCode', id);
  const now = context.clock();
  if (!isActive(session, now)) throw conflict('session_ended', 'This class has ended.');
  if (!session.policy.burstCodes) throw conflict('session_not_live', 'This class does not show burst codes.');
  requireOpen(context, session, now);
  if (!unattended) await recordCodeShown(context, session, now);
  context.burstIndex.track(session, now);
  const wordsRefused = await context.usedWords.countRefusals(session.id);
  return {
    ...showBurstCodes(
      session.currentCode.secret,
      context.clock().getTime(),
      session.policy.allowWords !== false,
    ),
    ...(wordsRefused > 0 && { wordsRefused }),
  };
};
