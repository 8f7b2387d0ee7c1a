import {
  isClassTime,
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
import { createFindSections } from './find-sections.ts';
import { defineKind, isProblem, type Problem, type Target } from './kind.ts';
import { createConflicts } from './timetable-conflicts.ts';
import { fileTimeSchema, fileWeekdaySchema } from './time-of-week.ts';

const idSchema = nameSchema(100);
const rowSchema = z.object({
  section: idSchema,
  term: z.optional(idSchema),
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

export interface TimetableDeps {
  importedCourses: ImportedCourses;
  terms: Terms;
  /** The session service owns rooms and classes. */
  sessionsForImports: InternalClient | undefined;
}

/** Classes that are written at once. */
const BATCH = 100;

/** The name of a class, unique within its section. */
const nameOf = ({ id, weekday, start }: Row): string => id ?? `${weekday} ${start}`;
const keyOf = (container: string, name: string): string => `${container} ${name}`;
const containerOf = (key: string): string => key.split(' ', 2).join(' ');
const sectionOf = (key: string) => {
  const [courseId = '', sectionId = '', ...name] = key.split(' ');
  return { courseId, sectionId, name: name.join(' ') };
};

const isTooLong = ({ firstDay, lastDay }: Days): boolean => daysBetween(firstDay, lastDay) > MAX_TERM_DAYS;

/** A line is a weekly class of a section. */
export const timetableRules = ({ importedCourses, terms, sessionsForImports: sessions }: TimetableDeps) => {
  const sections = createFindSections(importedCourses, terms);
  const rooms = new Map<string, FoundRoom | undefined>();
  /** The owners of courses. */
  const teachers = new Map<string, string>();
  const conflicts = createConflicts(sessions, importedCourses.codesOf);
  const termDays = new Map<string, Promise<Days | undefined>>();

  const daysOfTerm = (termId: string | undefined): Promise<Days | undefined> => {
    if (termId === undefined) return Promise.resolve(undefined);
    const days = termDays.get(termId) ?? terms.find(termId);
    termDays.set(termId, days);
    return days;
  };

  const resolveOne = async (row: Row): Promise<Target<WeeklyClass> | Problem> => {
    if (!sessions) return { problem: 'not_supported' };
    const section = sections.choose(row);
    if (isProblem(section)) return section;
    teachers.set(section.courseId, section.teacherId);
    if (section.archived) return { problem: 'archived', field: 'section' };
    const room = row.room === undefined ? undefined : rooms.get(row.room);
    if (row.room !== undefined && !room) return { problem: 'unknown_room', field: 'room' };
    const term = await daysOfTerm(section.termId);
    const { firstDay = term?.firstDay, lastDay = term?.lastDay } = row;
    if (firstDay === undefined) return { problem: 'missing', field: 'firstDay' };
    if (lastDay === undefined) return { problem: 'missing', field: 'lastDay' };
    const { weekday, start, end, everyWeeks = 1 } = row;
    if (!isClassTime({ start, end })) return { problem: 'invalid', field: 'end' };
    if (lastDay < firstDay) return { problem: 'days_reversed', field: 'lastDay' };
    if (isTooLong({ firstDay, lastDay })) return { problem: 'invalid', field: 'lastDay' };
    return {
      key: keyOf(`${section.courseId} ${section.sectionId}`, nameOf(row)),
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
    statedKeys: (row) => [{ key: [row.section, row.term ?? '', nameOf(row)].join('\n'), stated: row }],
    batchSize: BATCH,
    refersToItself: false,
    resolve: async (rows) => {
      await sections.load(rows);
      const unknown = [...new Set(rows.flatMap(({ room }) => room ?? []))].filter((id) => !rooms.has(id));
      const found = await findRooms(sessions, unknown);
      for (const id of unknown) rooms.set(id, found.get(id));
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
    write: async (changes, { by }) => {
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
      findContainers: async (id) =>
        (await sections.listAll(id)).map(({ courseId, sectionId }) => `${courseId} ${sectionId}`),
      listKeys: async (container) =>
        [...(await findClasses([container]))].flatMap(([key, { ended }]) => (ended ? [] : key)),
      end: (state) => ({ ...state, ended: true }),
    },
  });
};
