import { MARKED_MEMBERS_BATCH, routes } from '@qr-attendance/contracts';
import { type InternalClient, temporarilyUnavailable } from '@qr-attendance/server';
import type { MarkedClass } from '../../../core/memberships/rules/marked-classes.ts';
import { courseOf, keyOf, type StoredMember, studentOf } from './stated-members.ts';

export interface MarkedMember extends StoredMember {
  marked: MarkedClass[];
}

/**
 * Loads memberships with the classes in which their students are marked, which only the attendance service
 * knows.
 */
export const createLoadMarked = ({
  load,
  attendance,
}: {
  load: (keys: string[]) => Promise<Map<string, StoredMember>>;
  attendance: InternalClient | undefined;
}) => {
  const findMarked = async (keys: string[]): Promise<Map<string, MarkedClass[]>> => {
    const members = keys.map((key) => ({ courseId: courseOf(key), studentId: studentOf(key) }));
    const classes = await attendance?.post(routes.attendance.findMarkedClassesInternal, {
      body: { members },
    });
    if (!classes) throw temporarilyUnavailable();
    const marked = new Map<string, MarkedClass[]>();
    for (const { courseIds, studentIds, sectionIds, startTime, endedAt } of classes) {
      const one = {
        sectionIds,
        startTime: new Date(startTime),
        endedAt: endedAt === undefined ? undefined : new Date(endedAt),
      };
      for (const key of courseIds.flatMap((courseId) => studentIds.map((id) => keyOf(courseId, id))))
        marked.set(key, [...(marked.get(key) ?? []), one]);
    }
    return marked;
  };
  return async (keys: string[]): Promise<Map<string, MarkedMember>> => {
    const members = await load(keys);
    const all = [...members.keys()];
    const marked = new Map<string, MarkedClass[]>();
    for (let start = 0; start < all.length; start += MARKED_MEMBERS_BATCH)
      for (const [key, classes] of await findMarked(all.slice(start, start + MARKED_MEMBERS_BATCH)))
        marked.set(key, classes);
    return new Map([...members].map(([key, member]) => [key, { ...member, marked: marked.get(key) ?? [] }]));
  };
};
