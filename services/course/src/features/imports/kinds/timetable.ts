import {
  isClassTime,
  MAX_EVERY_WEEKS,
  MAX_TERM_DAYS,
  nameSchema,
  routes,
  type WeeklyClass,
} from '@qr-attendance/contracts';
import { daysBetween, type InternalClient } from '@qr-attendance/server';
import { isStatedBy, type Values } from '@qr-attendance/statements';
import { z } from 'zod/mini';
import type { ImportDocument } from '../../../db/import-models.ts';
import type { Terms } from '../../../core/terms/terms.ts';
import type { ImportedCourses } from './imported-courses.ts';
import { fileDaySchema } from './day.ts';
import { findRooms, type FoundRoom } from './find-rooms.ts';
import { createFindSections } from './find-sections.ts';
import { defineKind, isProblem, type Problem, type Target } from './kind.ts';
import {
  classOf,
  classValues,
  containerKeyOf,
  createStatedClasses,
  keyOf,
  sectionOf,
} from './stated-classes.ts';
import {
  NOT_STATED,
  type StatedObject,
  statedObjects,
  stateObject,
  withdrawObject,
} from './stated-objects.ts';
import { createLongClasses } from './long-classes.ts';
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
  sessionsForImports: InternalClient | undefined;
}

/** The name of a class, unique within its section. */
const nameOf = ({ id, weekday, start }: Row): string => id ?? `${weekday} ${start}`;

const findDaysProblem = ({ firstDay, lastDay }: Days): Problem | undefined => {
  if (lastDay < firstDay) return { problem: 'days_reversed', field: 'lastDay' };
  return daysBetween(firstDay, lastDay) > MAX_TERM_DAYS
    ? { problem: 'invalid', field: 'lastDay' }
    : undefined;
};

/** A line is a weekly class of a section. Fields without a column or a fixed value are not stated. */
export const timetableRules = (
  { importedCourses, terms, sessionsForImports: sessions }: TimetableDeps,
  { mapping = {}, fixed = {} }: Pick<ImportDocument, 'mapping' | 'fixed'>,
) => {
  const isGiven = (field: string) => mapping[field] !== undefined || fixed[field] !== undefined;
  const classes = createStatedClasses(sessions);
  const sections = createFindSections(importedCourses, terms);
  const rooms = new Map<string, FoundRoom | undefined>();
  const teachers = new Map<string, string>();
  const conflicts = createConflicts(sessions, importedCourses.codesOf);
  const longClasses = createLongClasses();
  const termDays = new Map<string, Promise<Days | undefined>>();

  const daysOfTerm = (termId: string | undefined): Promise<Days | undefined> => {
    if (termId === undefined) return Promise.resolve(undefined);
    const days = termDays.get(termId) ?? terms.find(termId);
    termDays.set(termId, days);
    return days;
  };

  const resolveOne = async (row: Row): Promise<Target<Values> | Problem> => {
    if (!sessions) return { problem: 'not_supported' };
    const section = sections.choose(row);
    if (isProblem(section)) return section;
    teachers.set(section.courseId, section.teacherId);
    if (section.archived) return { problem: 'archived', field: 'section' };
    const room = row.room === undefined ? undefined : rooms.get(row.room);
    if (row.room !== undefined && !room?.values) return { problem: 'unknown_room', field: 'room' };
    const term = await daysOfTerm(section.termId);
    const { firstDay = term?.firstDay, lastDay = term?.lastDay } = row;
    if (firstDay === undefined) return { problem: 'missing', field: 'firstDay' };
    if (lastDay === undefined) return { problem: 'missing', field: 'lastDay' };
    const { weekday, start, end, everyWeeks = 1 } = row;
    if (!isClassTime({ start, end })) return { problem: 'invalid', field: 'end' };
    const daysProblem = findDaysProblem({ firstDay, lastDay });
    if (daysProblem) return daysProblem;
    return {
      key: keyOf(`${section.courseId} ${section.sectionId}`, nameOf(row)),
      row: {
        ...classValues({ weekday, start, end, firstDay, lastDay }),
        ...(isGiven('everyWeeks') && { everyWeeks }),
        ...(isGiven('room') && { roomId: room?.id ?? null }),
      },
    };
  };

  return defineKind<Row, Values, StatedObject>({
    schema: rowSchema,
    statedKeys: (row) => [{ key: [row.section, row.term ?? '', nameOf(row)].join('\n'), stated: row }],
    batchSize: 100,
    refersToItself: false,
    resolve: async (rows) => {
      await sections.load(rows);
      const unknown = [...new Set(rows.flatMap(({ room }) => room ?? []))].filter((id) => !rooms.has(id));
      const found = await findRooms(sessions, unknown);
      for (const id of unknown) rooms.set(id, found.get(id));
      return Promise.all(rows.map(resolveOne));
    },
    ...statedObjects(classes),
    fold: (stated = NOT_STATED, row, application) => {
      const next = stateObject(stated, row, application);
      // A teacher may have changed the first or the last day, so both are checked together.
      return (next.world && findDaysProblem(classOf(next.world))) ?? next;
    },
    undoRun: classes.undoRun,
    labelsOf: async (keys) => {
      const codes = await importedCourses.codesOf(keys.map((key) => sectionOf(key).courseId));
      return keys.map((key) => {
        const { courseId, name } = sectionOf(key);
        return `${codes.get(courseId) ?? courseId} ${name}`;
      });
    },
    countExisting: async () =>
      (await sessions?.get(routes.session.countTimetableInternal, undefined))?.classes ?? 0,
    warnings: {
      add: ({ key, ...line }, { world }) => {
        if (!world) return;
        const { courseId, sectionId } = sectionOf(key);
        const teacherId = teachers.get(courseId) ?? '';
        const weekly = classOf(world);
        longClasses.add({ ...line, weekly });
        conflicts.add({ key, ...line, courseId, sectionId, teacherId, weekly });
      },
      find: async (complete) =>
        [...longClasses.list(), ...(await conflicts.find(complete))].toSorted(
          (one, other) => one.line - other.line,
        ),
    },
    missing: {
      containerOf: containerKeyOf,
      keyOf: ({ key }) => key,
      objectOf: (key) => key,
      findContainers: async (id) =>
        (await sections.listAll(id)).map(({ courseId, sectionId }) => `${courseId} ${sectionId}`),
      listKeys: async (container, source) =>
        [...(await classes.find([container]))].flatMap(([key, { ledger }]) =>
          ledger && isStatedBy(ledger, source) ? key : [],
        ),
      end: (stated, _key, application) => withdrawObject(stated, application),
    },
  });
};
