import { type AnswerOf, routes } from '@qr-attendance/contracts';
import { type InternalClient, temporarilyUnavailable } from '@qr-attendance/server';
import { ANY_RUN } from '@qr-attendance/server/mongo';

export type FoundRoom = NonNullable<AnswerOf<typeof routes.session.findRoomsInternal>[number]>;

/**
 * Finds rooms by institution id, with their statements. Omits unknown ones; deleted ones have no values.
 * @param undoneRun includes rooms that this run, or `ANY_RUN`, stated under an earlier id
 */
export const findRooms = async (
  sessions: InternalClient | undefined,
  externalIds: string[],
  undoneRun?: string,
): Promise<Map<string, FoundRoom>> => {
  const wanted = [...new Set(externalIds)];
  if (!sessions || wanted.length === 0) return new Map();
  const body = { externalIds: wanted, ...(undoneRun === ANY_RUN ? { anyRun: true } : { undoneRun }) };
  const found = await sessions.post(routes.session.findRoomsInternal, { body });
  if (!found) throw temporarilyUnavailable();
  return new Map(
    wanted.flatMap((externalId, index): [string, FoundRoom][] => {
      const room = found[index];
      return room ? [[externalId, room]] : [];
    }),
  );
};
