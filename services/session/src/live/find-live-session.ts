import { isLiveCode } from '@qr-attendance/contracts';
import type { Context } from '../context.ts';
import { followRunningSessions } from '../codes/follow-running-sessions.ts';
import { isEnrolled } from '../projections/find-courses.ts';
import { isActive, type Session } from '../sessions/rules/session.ts';
import { wordsAcceptedAt } from './rules/live-code.ts';

export type FindingLive = Pick<
  Context,
  'liveIndex' | 'liveCodes' | 'sessions' | 'clock' | 'opensBeforeMinutes'
>;

/** A session with what its live codes are computed from. */
export type LiveSession = Session & { secret: string };

/** A session as it is now, if it takes marks and its wall shows a live code. */
const findLiveSession = async (
  { sessions, clock }: Pick<Context, 'sessions' | 'clock'>,
  id: string,
): Promise<LiveSession | undefined> => {
  const session = await sessions.findLately(id);
  if (!session?.policy.liveCodes || !isActive(session, clock())) return undefined;
  return { ...session, secret: session.currentCode.secret };
};

/** The session whose wall shows this live code, or did a moment ago. */
export const findByWall = async (context: FindingLive, code: string): Promise<LiveSession | undefined> => {
  const { liveIndex, clock } = context;
  let id = liveIndex.sessionOfCode(code, clock());
  if (id === undefined && isLiveCode(code)) {
    await liveIndex.ask(clock(), () => followRunningSessions(context));
    id = liveIndex.sessionOfCode(code, clock());
  }
  return id === undefined ? undefined : findLiveSession(context, id);
};

/**
 * The session whose wall shows these words, or did before them. Where several do, the one in whose course the student is.
 */
export const findByWords = async (
  context: FindingLive & Pick<Context, 'enrollments' | 'courseService'>,
  studentId: string,
  words: string,
): Promise<LiveSession | undefined> => {
  const now = context.clock();
  const ids = context.liveIndex.sessionsOfWords(words, now);
  const found = await Promise.all(ids.map((id) => findLiveSession(context, id)));
  const showing = found.filter(
    (one) =>
      one !== undefined &&
      one.policy.allowWords !== false &&
      wordsAcceptedAt(one.secret, now.getTime()).includes(words),
  );
  if (showing.length < 2) return showing[0];
  const own = await Promise.all(
    showing.map(async (one) => one && (await isEnrolled(context, studentId, one.courseId)) && one),
  );
  return own.find((one) => one !== false);
};
