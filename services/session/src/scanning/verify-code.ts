import { CODE_LENGTH, codeSchema, type ScanProof, type VerifiedScan } from '@qr-attendance/contracts';
import { type Caller, DomainError } from '@qr-attendance/server';
import { requireOpen } from '../codes/rotate-codes.ts';
import { followRunningSessions } from '../codes/follow-running-sessions.ts';
import { isAcceptedCode } from '../codes/rules/code.ts';
import { isEnrolled } from '../projections/find-courses.ts';
import type { Context } from '../context.ts';
import { findByWall, findByWords, type FindingBurst } from '../burst-codes/find-burst-session.ts';
import { isActive, type Session } from '../sessions/rules/session.ts';
import { issueTicket, createScanner, type Issuing } from './issue-ticket.ts';
import { limitWrongCodes } from './wrong-codes.ts';

export type Finding = FindingBurst & Pick<Context, 'graceSeconds' | 'enrollments' | 'courseService'>;

/**
 * The sessions that show a code, by what this process knows of them. Each is looked at as it is now: its codes may have been
 * replaced.
 */
const findShowing = async (
  { currentCodes, sessions, clock, graceSeconds }: Finding,
  code: string,
): Promise<Session[]> => {
  const ids = currentCodes.find(code, clock());
  const found = await Promise.all(ids.map((id) => sessions.findCached(id)));
  return found
    .filter((session) => session !== undefined)
    .filter((session) => isActive(session, clock()) && isAcceptedCode(session, code, clock(), graceSeconds));
};

/** The same, also of sessions that another replica opened, or gave another code, a moment ago. */
const findAllShowing = async (context: Finding, code: string): Promise<Session[]> => {
  const known = await findShowing(context, code);
  if (known.length > 0 || code.length !== CODE_LENGTH) return known;
  const { burstIndex, clock } = context;
  await burstIndex.ask(clock(), () => followRunningSessions(context));
  return findShowing(context, code);
};

/**
 * Selects, among sessions that happen to show the same code, the one whose course the student is in; none for
 * anonymous callers.
 */
const chooseOwn = async (
  context: Finding,
  showing: Session[],
  studentId: string | undefined,
): Promise<Session | undefined> => {
  if (showing.length < 2) return showing[0];
  for (const session of studentId === undefined ? [] : showing)
    if (await isEnrolled(context, studentId ?? '', session.courseId)) return session;
  return undefined;
};

/** For a code that is wrong, has expired, or is unknown for any other reason. */
export const invalidCode = (): DomainError =>
  new DomainError('not_found', 'invalid_code', 'Invalid QR code or session not found');

/** For a right code that is not enough. */
export const burstCodeNeeded = (): DomainError =>
  new DomainError(
    'conflict',
    'burst_code_needed',
    'This class shows a burst code. Scan it in the app, or enter the two words beside it.',
  );

/**
 * Finds the open session that a code stands for.
 * @throws DomainError (not found) whatever is wrong with the code: the answer is the same, and takes as long;
 *   (conflict) for a code that is right and does not open yet, or of a session that takes several at once
 */
export const findByCode = async (context: Finding, code: string, studentId?: string): Promise<Session> => {
  const session =
    (await findByWall(context, code)) ??
    (await chooseOwn(context, await findAllShowing(context, code), studentId));
  if (!session) throw invalidCode();
  requireOpen(context, session, context.clock());
  if (session.policy.burstCodes) throw burstCodeNeeded();
  return session;
};

/** The same for who is signed in, and may type the words beside a burst code in its place. */
const findByCodeOrWords = async (
  context: Finding,
  { id }: Caller,
  typed: string,
): Promise<{ session: Session; words?: true }> => {
  const session = await findByWords(context, id, typed);
  if (!session) return { session: await findByCode(context, typed, id) };
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
    const scanner = proof && createScanner(proof.deviceKey, proof.at, at);
    const scan = await issueTicket(context, caller, session, scanner, { at, ...(words ? { words } : {}) });
    if (words && !(await context.usedWords.claim(session.id, code, scanner?.thumbprint ?? caller.id)))
      throw wordsUsed();
    return scan;
  });
