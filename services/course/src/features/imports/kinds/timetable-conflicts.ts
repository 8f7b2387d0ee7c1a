import { setImmediate } from 'node:timers/promises';
import {
  MAX_USES,
  routes,
  type ImportWarning,
  type UsedClass,
  type WeeklyClass,
} from '@qr-attendance/contracts';
import { type InternalClient, temporarilyUnavailable } from '@qr-attendance/server';
import { overlap, toWeeks, weekdaysOf, type Weeks } from './rules/weekly-overlap.ts';
import type { ImportableLine, LineWarning } from './kind.ts';

/** Further lines are imported without a comparison. A campus of 200,000 people has 30,000 lines. */
const MAX_COMPARED = 50_000;
/**
 * More classes than a room or a teacher can have on one weekday. Limits the time for a file full of
 * conflicts.
 */
const MAX_OF_WEEKDAY = 1_000;
const LINES_AT_ONCE = 1_000;

interface WeeklyMeeting extends Weeks {
  courseId: string;
  sectionIds: string[];
  teacherId: string;
  roomId?: string | undefined;
  /** Undefined for an existing class. */
  line?: number;
}
type Line = WeeklyMeeting & ImportableLine;
type NewLine = Pick<Line, 'courseId' | 'teacherId' | 'line' | 'values' | 'cells'> & {
  key: string;
  sectionId: string;
  weekly: WeeklyClass;
};

interface Conflict {
  meeting: Line;
  warning: ImportWarning;
  other: WeeklyMeeting;
}

/** Everything that can have only one class at a time. */
const usesOf = ({ courseId, sectionIds, teacherId, roomId }: WeeklyMeeting): string[] => [
  ...(sectionIds.length > 0 ? sectionIds.map((id) => `${courseId} ${id}`) : [courseId]),
  teacherId,
  ...(roomId === undefined ? [] : [roomId]),
];

const placesOf = ({
  courseId,
  sectionIds,
  teacherId,
  roomId,
}: WeeklyMeeting): [ImportWarning, string[]][] => [
  ['section_taken', [courseId, ...sectionIds.map((id) => `${courseId} ${id}`)]],
  ['room_taken', roomId === undefined ? [] : [roomId]],
  ['teacher_taken', [teacherId]],
];

export const createConflicts = (
  sessions: InternalClient | undefined,
  codesOf: (courseIds: string[]) => Promise<Map<string, string>>,
) => {
  const lines = new Map<string, Line>();
  let firstDay: string | undefined;

  /** Excludes classes that the file changes or ends. */
  const listExisting = async (isReplaced: (used: UsedClass) => boolean): Promise<WeeklyMeeting[]> => {
    const found = new Map<string, WeeklyMeeting>();
    if (firstDay === undefined) return [];
    const meetings = [...lines.values()];
    const unique = (ids: (string | undefined)[]) => [
      ...new Set(ids.filter((id): id is string => id !== undefined)),
    ];
    const [roomIds, teacherIds, courseIds] = [
      unique(meetings.map(({ roomId }) => roomId)),
      unique(meetings.map(({ teacherId }) => teacherId)),
      unique(meetings.map(({ courseId }) => courseId)),
    ];
    const longest = Math.max(roomIds.length, teacherIds.length, courseIds.length);
    for (let start = 0; start < longest; start += MAX_USES) {
      const [some, others, further] = [roomIds, teacherIds, courseIds].map((ids) =>
        ids.slice(start, start + MAX_USES),
      );
      const used = await sessions?.post(routes.session.findUsedClassesInternal, {
        body: { roomIds: some ?? [], teacherIds: others ?? [], courseIds: further ?? [], from: firstDay },
      });
      if (!used) throw temporarilyUnavailable();
      for (const one of used) {
        // The search may return a series several times: by its room, its teacher and its course.
        const { courseId, importKey, sectionIds, teacherId, roomId } = one;
        const key = JSON.stringify([
          courseId,
          importKey,
          sectionIds,
          roomId,
          one.weekday,
          one.start,
          one.from,
        ]);
        if (!isReplaced(one)) found.set(key, { ...toWeeks(one), courseId, sectionIds, teacherId, roomId });
      }
    }
    return [...found.values()];
  };

  const groupByUse = (meetings: WeeklyMeeting[]): Map<string, WeeklyMeeting[]> => {
    const groups = new Map<string, WeeklyMeeting[]>();
    for (const meeting of meetings)
      for (const use of usesOf(meeting))
        for (const weekday of weekdaysOf(meeting)) {
          const name = `${use} ${weekday}`;
          const group = groups.get(name);
          if (!group) groups.set(name, [meeting]);
          else if (group.length < MAX_OF_WEEKDAY) group.push(meeting);
        }
    return groups;
  };

  const findOf = (meeting: Line, groups: Map<string, WeeklyMeeting[]>): Conflict[] => {
    const named = new Set<WeeklyMeeting>();
    return placesOf(meeting).flatMap(([warning, places]): Conflict[] => {
      const other = places
        .flatMap((place) => weekdaysOf(meeting).flatMap((weekday) => groups.get(`${place} ${weekday}`) ?? []))
        .find(
          (one) =>
            one !== meeting &&
            !named.has(one) &&
            // Other teachers may teach other sections of the course.
            (warning !== 'teacher_taken' || one.courseId !== meeting.courseId) &&
            overlap(meeting, one),
        );
      if (!other) return [];
      named.add(other);
      return [{ meeting, warning, other }];
    });
  };

  return {
    add: ({ key, sectionId, weekly, ...line }: NewLine): void => {
      if (firstDay === undefined || weekly.firstDay < firstDay) firstDay = weekly.firstDay;
      // A later line about the same class replaces the earlier one.
      if (lines.has(key) || lines.size < MAX_COMPARED)
        lines.set(key, { ...toWeeks(weekly), ...line, sectionIds: [sectionId], roomId: weekly.roomId });
    },
    /** @param complete the file ends the imported classes of its sections that it omits */
    find: async (complete: boolean): Promise<LineWarning[]> => {
      const sections = new Set(
        [...lines.values()].map(({ courseId, sectionIds }) => `${courseId} ${sectionIds[0]}`),
      );
      const isReplaced = ({ courseId, importKey }: UsedClass): boolean => {
        if (importKey === undefined) return false;
        const section = `${courseId} ${importKey.split(' ', 1)[0]}`;
        return lines.has(`${courseId} ${importKey}`) || (complete && sections.has(section));
      };
      const groups = groupByUse([...(await listExisting(isReplaced)), ...lines.values()]);
      const conflicts: Conflict[] = [];
      for (const [index, meeting] of [...lines.values()].entries()) {
        // Lets the event loop handle other requests.
        if (index % LINES_AT_ONCE === 0) await setImmediate();
        conflicts.push(...findOf(meeting, groups));
      }
      const courseIds = conflicts.flatMap(({ other }) => (other.line === undefined ? other.courseId : []));
      const codes = await codesOf([...new Set(courseIds)]);
      return conflicts
        .map(({ meeting: { line, values, cells }, warning, other }) => ({
          line,
          values,
          cells,
          warning,
          ...(other.line === undefined
            ? { otherCourse: codes.get(other.courseId) ?? '' }
            : { otherLine: other.line }),
        }))
        .sort((one, other) => one.line - other.line);
    },
  };
};
