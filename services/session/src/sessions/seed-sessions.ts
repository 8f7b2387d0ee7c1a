import { OPEN_POLICY } from '@qr-attendance/contracts';
import type { Sessions } from './sessions.ts';
import { toEnded, type RefreshInterval, type Session } from './rules/session.ts';

interface Deps {
  sessions: Sessions;
  newId: () => string;
  newCode: () => string;
  refreshInterval: RefreshInterval;
  clock: () => Date;
}
type PastSession = Pick<Session, 'courseId' | 'teacherId' | 'date' | 'startTime' | 'lateAfterMinutes'> & {
  endTime: Date;
};
/** More than a demo campus has. */
const MOST = 10_000;
const placeOf = ({ courseId, startTime }: Pick<Session, 'courseId' | 'startTime'>) =>
  `${courseId} ${startTime.toISOString()}`;

/**
 * Writes sessions as they are once they have ended by their end time. A course's session that starts at the same
 * moment is taken for the same, so that a repeat writes nothing twice. Their codes were never issued.
 * @returns ids, in the order given
 */
export const makeSeedSessions =
  ({ sessions, newId, newCode, refreshInterval, clock }: Deps) =>
  async (past: PastSession[]): Promise<string[]> => {
    const now = clock();
    const courseIds = [...new Set(past.map(({ courseId }) => courseId))];
    const known = await sessions.list({ courseIds, now }, MOST);
    const idOf = new Map(known.map((session) => [placeOf(session), session.id]));
    const write = async (given: PastSession): Promise<string> => {
      const before = idOf.get(placeOf(given));
      if (before) return before;
      const id = newId();
      const currentCode = { code: newCode(), issuedAt: given.startTime };
      await sessions.create(
        toEnded(
          { ...given, id, active: true, policy: OPEN_POLICY, refreshInterval, currentCode, version: 1 },
          now,
        ),
      );
      return id;
    };
    const ids: string[] = [];
    for (const given of past) ids.push(await write(given));
    return ids;
  };
