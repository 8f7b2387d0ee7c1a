import { CODE_LENGTH, codeSchema, type ScanProof, type VerifiedScan } from '@qr-attendance/contracts';
import { type Caller, conflict, DomainError, forbidden, type InternalClient } from '@qr-attendance/server';
import { isAcceptedCode } from '../../core/codes/rules/code-lifetime.ts';
import { findCourseOf } from '../../projections/find-courses.ts';
import { type BurstDeps, findByBurstCode, findByWords } from './find-burst-session.ts';
import { courseIdsOf, isActive, type Session } from '../../core/sessions/rules/session.ts';
import { issueTicket, createScanner, type IssueTicketDeps } from './issue-ticket.ts';
import { requireStarted } from './rules/require-started.ts';
import { scanNotYoursError } from './scan-not-yours.ts';
import type { Enrollments } from '../../projections/projections.ts';
import type { CurrentCodes } from '../../core/codes/current-codes.ts';
import type { UsedWords } from '../../core/codes/used-words.ts';

export interface VerifyCodeDeps extends BurstDeps {
  currentCodes: CurrentCodes;
  graceSeconds: number;
  enrollments: Enrollments;
  courseService: InternalClient;
}

/** Reads the current state of each session, because its code may have been replaced. */
const findShowing = async (
  { currentCodes, sessions, clock, graceSeconds }: VerifyCodeDeps,
  code: string,
): Promise<Session[]> => {
  const ids = currentCodes.find(code, clock());
  const found = await Promise.all(ids.map((id) => sessions.findCached(id)));
  return found
    .filter((session) => session !== undefined)
    .filter((session) => isActive(session, clock()) && isAcceptedCode(session, code, clock(), graceSeconds));
};

/** Includes sessions that another replica created, or whose code it replaced, a moment ago. */
const findAllShowing = async (context: VerifyCodeDeps, code: string): Promise<Session[]> => {
  const known = await findShowing(context, code);
  if (known.length > 0 || code.length !== CODE_LENGTH) return known;
  await context.runningSessions.readForRequest();
  return findShowing(context, code);
};

/**
 * If several sessions show the same code by coincidence, selects the session whose course the student is in. Selects
 * nothing for anonymous callers.
 */
const chooseOwn = async (
  context: VerifyCodeDeps,
  showing: Session[],
  studentId: string | undefined,
): Promise<Session | undefined> => {
  if (showing.length < 2) return showing[0];
  for (const session of studentId === undefined ? [] : showing)
    if (await findCourseOf(context, studentId ?? '', courseIdsOf(session))) return session;
  return undefined;
};

export const invalidCodeError = (): DomainError =>
  new DomainError('not_found', 'invalid_code', 'Invalid QR code or session not found');

export const burstCodeNeededError = (): DomainError =>
  conflict(
    'burst_code_needed',
    'This class shows a burst code. Scan it in the app, or enter the two words beside it.',
  );

export const findByCode = async (
  context: VerifyCodeDeps,
  code: string,
  studentId?: string,
): Promise<Session> => {
  const session =
    (await findByBurstCode(context, code)) ??
    (await chooseOwn(context, await findAllShowing(context, code), studentId));
  if (!session) throw invalidCodeError();
  requireStarted(session, context.clock());
  if (session.policy.burstCodes) throw burstCodeNeededError();
  return session;
};

const findByCodeOrWords = async (
  context: VerifyCodeDeps,
  { id }: Caller,
  typed: string,
): Promise<{ session: Session; words?: true }> => {
  const session = await findByWords(context, id, typed);
  return session ? { session, words: true } : { session: await findByCode(context, typed, id) };
};

const wordsUsedError = () =>
  conflict(
    'words_used',
    'These words were already used on another device. Enter the words that are on the screen now.',
  );

const wordsForMembersError = () =>
  forbidden(
    'words_for_members',
    'Only students of this course can enter the words. Scan the burst code with your camera.',
  );

/** Exchanges a code for a ticket; after this, nothing depends on the rotation of codes. */
export const verifyCode = async (
  context: VerifyCodeDeps & IssueTicketDeps & { usedWords: UsedWords },
  caller: Caller,
  code: string,
  proof: ScanProof | 'wrong' | undefined,
): Promise<VerifiedScan> => {
  const { session, words } = await findByCodeOrWords(context, caller, code);
  const at = context.clock();
  if (proof === 'wrong' || (proof && codeSchema.safeParse(proof.code).data !== code))
    throw scanNotYoursError();
  const scanner = proof && createScanner(proof.deviceKey, proof.at, at);
  const scan = await issueTicket(context, caller, session, scanner, { at, ...(words ? { words } : {}) });
  if (!words) return scan;
  if (scan.enrolled === false) throw wordsForMembersError();
  // While enrollment is unknown, each student may claim one pair.
  const browser = scanner?.thumbprint ?? caller.id;
  const claim = { sessionId: session.id, studentId: caller.id, words: code, browser };
  if (caller.userType === 'STUDENT' && !(await context.usedWords.claim(claim))) throw wordsUsedError();
  return scan;
};
