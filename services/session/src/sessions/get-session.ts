import { type Caller, notFound } from '@qr-attendance/server';
import type { Sessions } from './sessions.ts';
import { isShowable } from '../codes/rules/code.ts';
import { isActive, type Session } from './rules/session.ts';
import type { End } from './end-session.ts';
import type { IsEnrolled } from '../projections/find-courses.ts';
import type { RotateCode } from '../codes/rotate-code.ts';

interface Deps {
  sessions: Sessions;
  isEnrolled: IsEnrolled;
  rotateCode: RotateCode;
  clock: () => Date;
}

/** Gets a session for its teacher, whose page must always find a live code in it, or for a student of its course. */
export const makeGetSession =
  ({ sessions, isEnrolled, rotateCode, clock }: Deps) =>
  async (caller: Caller, id: string): Promise<Session> => {
    const session = await sessions.find(id);
    if (!session) throw notFound('Session');
    if (session.teacherId === caller.id) {
      const now = clock();
      if (!isActive(session, now) || isShowable(session, now)) return session;
      const { refreshInterval, currentCode } = session;
      const rotated = await rotateCode(session, refreshInterval, now, currentCode.code);
      // Another page was quicker: its code is as good.
      return rotated ?? (await sessions.find(id)) ?? session;
    }
    const mayKnow = caller.userType === 'STUDENT' && (await isEnrolled(caller.id, session.courseId));
    if (!mayKnow) throw notFound('Session');
    return session;
  };

/** Gets a session for another service, which is told of its end whether or not the time came to write it down. */
export const makeGetSessionInternal =
  ({ sessions, end, clock }: { sessions: Sessions; end: End; clock: () => Date }) =>
  async (id: string): Promise<Session> => {
    const session = await sessions.find(id);
    if (!session) throw notFound('Session');
    const now = clock();
    return session.active && !isActive(session, now) ? end(session, now) : session;
  };
