import { isBurstCode } from '@qr-attendance/contracts';
import type { InternalClient } from '@qr-attendance/server';
import { findCourseOf } from '../../projections/find-courses.ts';
import { courseIdsOf, isActive, type Session } from '../../core/sessions/rules/session.ts';
import { wordsAcceptedAt } from '../../core/codes/rules/burst-code.ts';
import type { Enrollments } from '../../projections/projections.ts';
import type { BurstIndex } from '../../core/codes/burst-index.ts';
import type { RunningSessions } from '../../core/sessions/running-sessions.ts';
import type { Sessions } from '../../core/sessions/sessions.ts';

export interface BurstDeps {
  sessions: Sessions;
  burstIndex: BurstIndex;
  runningSessions: RunningSessions;
  clock: () => Date;
}
export type BurstSession = Session & { secret: string };

const findBurstSession = async (
  { sessions, clock }: Pick<BurstDeps, 'sessions' | 'clock'>,
  id: string,
): Promise<BurstSession | undefined> => {
  const session = await sessions.findCached(id);
  if (!session?.policy.burstCodes || !isActive(session, clock())) return undefined;
  return { ...session, secret: session.currentCode.secret };
};

export const findByBurstCode = async (
  context: BurstDeps,
  code: string,
): Promise<BurstSession | undefined> => {
  const { burstIndex, runningSessions, clock } = context;
  let id = burstIndex.sessionOfCode(code, clock());
  if (id === undefined && isBurstCode(code)) {
    await runningSessions.readForRequest();
    id = burstIndex.sessionOfCode(code, clock());
  }
  return id === undefined ? undefined : findBurstSession(context, id);
};

export const findByWords = async (
  context: BurstDeps & { enrollments: Enrollments; courseService: InternalClient },
  studentId: string,
  words: string,
): Promise<BurstSession | undefined> => {
  const now = context.clock();
  const ids = context.burstIndex.sessionsOfWords(words, now);
  const candidates = await Promise.all(ids.map((id) => findBurstSession(context, id)));
  const showing = candidates.filter(
    (one) =>
      one !== undefined &&
      one.policy.allowWords !== false &&
      wordsAcceptedAt(one.secret, now.getTime()).includes(words),
  );
  if (showing.length < 2) return showing[0];
  const own = await Promise.all(
    showing.map(async (one) => one && (await findCourseOf(context, studentId, courseIdsOf(one)))),
  );
  return showing.find((_one, index) => own[index] !== undefined);
};
