import {
  MAX_EVERY_WEEKS,
  MAX_TERM_DAYS,
  nameSchema,
  routes,
  type WeeklyClass,
} from '@qr-attendance/contracts';
import { daysBetween, type InternalClient, temporarilyUnavailable } from '@qr-attendance/server';
import { z } from 'zod/mini';
import type { Terms } from '../../../core/terms/terms.ts';
import type { ImportedCourses } from './imported-courses.ts';
import { fileDaySchema } from './day.ts';
import { findRooms, type FoundRoom, refusedAmong } from './find-rooms.ts';
import { defineKind, type Problem, type Target } from './kind.ts';
import { createConflicts } from './timetable-conflicts.ts';
import { fileTimeSchema, fileWeekdaySchema } from './time-of-week.ts';

const idSchema = nameSchema(100);
const rowSchema = z.object({
  section: idSchema,
  weekday: fileWeekdaySchema,
  start: fileTimeSchema,
  end: fileTimeSchema,
  room: z.optional(idSchema),
  firstDay: z.optional(fileDaySchema),
  lastDay: z.optional(fileDaySchema),
  everyWeeks: z.optional(z.pipe(z.transform(Number), z.int().check(z.gte(1), z.lte(MAX_EVERY_WEEKS)))),
  id: z.optional(idSchema),
});
type Row = z.output<typeof rowSchema>;
type Days = Pick<WeeklyClass, 'firstDay' | 'lastDay'>;
type Section = Awaited<ReturnType<ImportedCourses['findSections']>> extends Map<string, infer S> ? S : never;

export interface TimetableDeps {
  importedCourses: ImportedCourses;
  terms: Terms;
  /** The session service owns rooms and classes. */
  sessionsForImports: InternalClient | undefined;
}

/** Classes that are written at once. */
const BATCH = 100;

const keyOf = (container: string, name: string): string => `${container} ${name}`;
const containerOf = (key: string): string => key.split(' ', 2).join(' ');
const sectionOf = (key: string) => {
  const [courseId = '', sectionId = '', ...name] = key.split(' ');
  return { courseId, sectionId, name: name.join(' ') };
};

const isTooLong = ({ firstDay, lastDay }: Days): boolean => daysBetween(firstDay, lastDay) > MAX_TERM_DAYS;

/** A line is a weekly class of a section; its own id, or else weekday and start, tell it from others. */
export const timetableRules = ({ importedCourses, terms, sessionsForImports: sessions }: TimetableDeps) => {
  const sections = new Map<string, Section | undefined>();
  const rooms = new Map<string, FoundRoom | undefined>();
  /** The owners of courses. */
  const teachers = new Map<string, string>();
  const conflicts = createConflicts(sessions, importedCourses.codesOf);
  const termDays = new Map<string, Promise<Days | undefined>>();

  const learn = async <Found>(
    known: Map<string, Found | undefined>,
    ids: (string | undefined)[],
    find: (unknown: string[]) => Promise<Map<string, Found>>,
  ): Promise<void> => {
    const unknown = [...new Set(ids)].filter((id): id is string => id !== undefined && !known.has(id));
    if (unknown.length === 0) return;
    const found = await find(unknown);
    for (const id of unknown) known.set(id, found.get(id));
  };
  const daysOfTerm = (termId: string | undefined): Promise<Days | undefined> => {
    if (termId === undefined) return Promise.resolve(undefined);
    const days = termDays.get(termId) ?? terms.find(termId);
    termDays.set(termId, days);
    return days;
  };

  const resolveOne = async (row: Row): Promise<Target<WeeklyClass> | Problem> => {
    if (!sessions) return { problem: 'not_supported' };
    const section = sections.get(row.section);
    if (!section) return { problem: 'unknown_section', field: 'section' };
    teachers.set(section.courseId, section.teacherId);
    if (section.archived) return { problem: 'archived', field: 'section' };
    const room = row.room === undefined ? undefined : rooms.get(row.room);
    if (row.room !== undefined && !room) return { problem: 'unknown_room', field: 'room' };
    const term = await daysOfTerm(section.termId);
    const { firstDay = term?.firstDay, lastDay = term?.lastDay } = row;
    if (firstDay === undefined) return { problem: 'missing', field: 'firstDay' };
    if (lastDay === undefined) return { problem: 'missing', field: 'lastDay' };
    const { weekday, start, end, everyWeeks = 1, id = `${weekday} ${start}` } = row;
    if (end <= start) return { problem: 'invalid', field: 'end' };
    if (lastDay < firstDay) return { problem: 'days_reversed', field: 'lastDay' };
    if (isTooLong({ firstDay, lastDay })) return { problem: 'invalid', field: 'lastDay' };
    return {
      key: keyOf(`${section.courseId} ${section.sectionId}`, id),
      row: {
        ...{ weekday, start, end, everyWeeks, firstDay, lastDay, ended: false },
        ...(room && { roomId: room.id }),
      },
    };
  };

  /** All imported classes of some sections, also those that have ended. */
  const findClasses = async (containers: string[]): Promise<Map<string, WeeklyClass>> => {
    if (!sessions || containers.length === 0) return new Map();
    const wanted = [...new Set(containers)].map(sectionOf);
    const found = await sessions.post(routes.session.findTimetableInternal, {
      body: { sections: wanted.map(({ courseId, sectionId }) => ({ courseId, sectionId })) },
    });
    if (!found) throw temporarilyUnavailable();
    return new Map(
      found.map(({ courseId, sectionId, name, values }) => [keyOf(`${courseId} ${sectionId}`, name), values]),
    );
  };

  return defineKind<Row, WeeklyClass, WeeklyClass>({
    schema: rowSchema,
    batchSize: BATCH,
    refersToItself: false,
    resolve: async (rows) => {
      await learn(
        sections,
        rows.map(({ section }) => section),
        importedCourses.findSections,
      );
      await learn(
        rooms,
        rows.map(({ room }) => room),
        (ids) => findRooms(sessions, ids),
      );
      return Promise.all(rows.map(resolveOne));
    },
    load: async (keys) => {
      const found = await findClasses(keys.map(containerOf));
      return new Map(
        keys.flatMap((key): [string, WeeklyClass][] => {
          const values = found.get(key);
          return values ? [[key, values]] : [];
        }),
      );
    },
    fold: (_state, row) => row,
    hasEnded: (before, after) => !before.ended && after.ended,
    write: async (changes, by) => {
      const problems = new Map<string, Problem>();
      // A complete file can end more classes at once than a batch has lines.
      for (let start = 0; start < changes.length; start += BATCH) {
        const some = changes.slice(start, start + BATCH);
        const classes = some.map(({ key, before = null, after = null }) => ({
          ...{ ...sectionOf(key), before, after },
        }));
        const results = await sessions?.put(routes.session.putTimetableInternal, { body: { classes, by } });
        for (const [key, problem] of refusedAmong(some, results)) problems.set(key, problem);
      }
      return problems;
    },
    countExisting: async () =>
      (await sessions?.get(routes.session.countTimetableInternal, undefined))?.classes ?? 0,
    warnings: {
      add: ({ key, line, values }, weekly) => {
        const { courseId, sectionId } = sectionOf(key);
        const teacherId = teachers.get(courseId) ?? '';
        conflicts.add({ key, line, values, courseId, sectionId, teacherId, weekly });
      },
      find: conflicts.find,
    },
    missing: {
      containerOf,
      findContainers: async (ids) => {
        await learn(sections, ids, importedCourses.findSections);
        return ids.map((id) => {
          const section = sections.get(id);
          return section && `${section.courseId} ${section.sectionId}`;
        });
      },
      listKeys: async (container) =>
        [...(await findClasses([container]))].flatMap(([key, { ended }]) => (ended ? [] : key)),
      end: (state) => ({ ...state, ended: true }),
    },
  });
};
