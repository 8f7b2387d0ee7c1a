import { codeSchema, type ScanProof, type VerifiedScan } from '@qr-attendance/contracts';
import { type Caller, DomainError } from '@qr-attendance/server';
import { requireOpen } from '../codes/rotate-codes.ts';
import { isAccepted, isLiveCode } from '../codes/rules/code.ts';
import type { Context } from '../context.ts';
import { findByWall, findByWords, type FindingLive } from '../live/live-index.ts';
import { isActive, type Session } from '../sessions/rules/session.ts';
import { issueTicket, makeScanner, type Issuing } from './issue-ticket.ts';
import { limitWrongCodes } from './wrong-codes.ts';

export type Finding = FindingLive & Pick<Context, 'codes' | 'graceSeconds'>;

/** No session has it: ids begin with the second in which they were made. */
const NO_SESSION = '0'.repeat(24);

/** By the codes that this process computes. The session is looked at as it is now: its codes may have been replaced. */
const findByComputedCode = async (
  { liveCodes, sessions, clock, graceSeconds }: Finding,
  code: string,
): Promise<Session | undefined> => {
  const id = liveCodes.find(code, clock());
  const session = id === undefined ? undefined : await sessions.findLately(id);
  return session && isLiveCode(session, code, clock(), graceSeconds) ? session : undefined;
};

/** By the codes that were shown: of the release before, of a session opened elsewhere a moment ago, or of two at once. */
const findByShownCode = async (
  { codes, liveCodes, sessions, clock }: Finding,
  code: string,
): Promise<Session | undefined> => {
  const issued = await codes.find(code);
  // Looked for in any case, or the time that it takes would tell codes that were once issued from others.
  const session = await sessions.findLately(issued?.sessionId ?? NO_SESSION);
  if (!issued || !isAccepted(issued, clock())) return undefined;
  if (session) liveCodes.learn(session, clock());
  return session;
};

const findIfAccepted = async (context: Finding, code: string): Promise<Session | undefined> => {
  const session = (await findByComputedCode(context, code)) ?? (await findByShownCode(context, code));
  return session && isActive(session, context.clock()) ? session : undefined;
};

/** For a code that is wrong, has expired, or is unknown for any other reason. */
export const invalidCode = (): DomainError =>
  new DomainError('not_found', 'invalid_code', 'Invalid QR code or session not found');

/** For a right code that is not enough. */
export const liveCodeNeeded = (): DomainError =>
  new DomainError(
    'conflict',
    'live_code_needed',
    'This class shows a live code. Scan it in the app, or enter the two words beside it.',
  );

/**
 * Finds the open session that a code stands for.
 * @throws DomainError (not found) whatever is wrong with the code: the answer is the same, and takes as long;
 *   (conflict) for a code that is right and does not open yet, or of a session that takes several at once
 */
export const findByLiveCode = async (context: Finding, code: string): Promise<Session> => {
  const session = (await findIfAccepted(context, code)) ?? (await findByWall(context, code));
  if (!session) throw invalidCode();
  requireOpen(context, session, context.clock());
  if (session.policy.liveCodes) throw liveCodeNeeded();
  return session;
};

/** The same for who is signed in, and may type the words beside a live code in its place. */
const findByCodeOrWords = async (
  context: Finding & Pick<Context, 'enrollments' | 'courseService'>,
  { id }: Caller,
  typed: string,
): Promise<{ session: Session; words?: true }> => {
  const session = await findByWords(context, id, typed);
  if (!session) return { session: await findByLiveCode(context, typed) };
  requireOpen(context, session, context.clock());
  return { session, words: true };
};

const wordsUsed = () =>
  new DomainError(
    'conflict',
    'words_used',
    'These words were already used on another device. Enter the words that are on the screen now.',
  );

/** For a signature that is wrong. */
export const scanNotYours = (): DomainError =>
  new DomainError(
    'forbidden',
    'scan_not_yours',
    'This code was scanned by another browser. Please scan the code with this one.',
  );

/**
 * Exchanges a scanned code for a ticket: from here on nothing races the rotation of codes.
 * @param proof what the browser signed; undefined where it signed nothing
 */
export const verifyCode = (
  context: Finding & Issuing & Pick<Context, 'wrongCodes' | 'usedWords'>,
  caller: Caller,
  code: string,
  proof: ScanProof | 'wrong' | undefined,
): Promise<VerifiedScan> =>
  limitWrongCodes(context, caller.id, async () => {
    const { session, words } = await findByCodeOrWords(context, caller, code);
    const at = context.clock();
    if (proof === 'wrong' || (proof && codeSchema.safeParse(proof.code).data !== code)) throw scanNotYours();
    const scanner = proof && makeScanner(proof.deviceKey, proof.at, at);
    const scan = await issueTicket(context, caller, session, scanner, { at, ...(words ? { words } : {}) });
    if (words && !(await context.usedWords.claim(session.id, code, scanner?.thumbprint ?? caller.id)))
      throw wordsUsed();
    return scan;
  });
