import { campusDay } from '@qr-attendance/server';
import { isDeepStrictEqual } from 'node:util';
import type {
  AnswerOf,
  ParsedOf,
  routes,
  SeriesRule,
  StoredRule,
  WeeklyClass,
} from '@qr-attendance/contracts';
import type { Context } from '../context.ts';
import { findCourses } from '../projections/find-courses.ts';
import type { Course } from '../projections/projections.ts';
import { courseIdsOf } from '../sessions/rules/session.ts';
import { isFull } from './manage-series.ts';
import {
  beforeNextRule,
  endFrom,
  FIRST_DAY,
  hasRoomForRules,
  replaceFrom,
  toStoredRule,
} from './rules/rules.ts';
import type { Series } from './series.ts';

type Importing = Pick<
  Context,
  'series' | 'sessions' | 'rooms' | 'courses' | 'courseService' | 'campusTimeZone' | 'clock'
>;
type ClassChange = ParsedOf<typeof routes.session.putTimetableInternal, 'body'>['classes'][number];
type Section = Pick<ClassChange, 'courseId' | 'sectionId'>;

const keyOf = ({ sectionId, name }: Pick<ClassChange, 'sectionId' | 'name'>): string =>
  `${sectionId} ${name}`;

/** The newest rule with weekly classes; the one after it may have ended them. */
const newestRule = ({ rules }: Series): StoredRule | undefined =>
  rules.findLast(({ slots }) => slots.length > 0);

const valuesOf = (series: Series): WeeklyClass | null => {
  const rule = newestRule(series);
  const [slot] = rule?.slots ?? [];
  if (!rule || !slot) return null;
  const { everyWeeks, firstDay, lastDay, roomId } = rule;
  return {
    ...{ weekday: slot.weekday, start: slot.start, end: slot.end, everyWeeks, firstDay, lastDay },
    ...(roomId !== undefined && { roomId }),
    ended: series.rules.at(-1)?.slots.length === 0,
  };
};

export const countTimetable = async ({ series, rooms }: Pick<Importing, 'series' | 'rooms'>) => {
  const [roomCount, classCount] = await Promise.all([rooms.count(), series.countImported()]);
  return { rooms: roomCount, classes: classCount };
};

export const findImportedClasses = async (
  { series }: Pick<Importing, 'series'>,
  sections: Section[],
): Promise<AnswerOf<typeof routes.session.findTimetableInternal>> => {
  const wanted = new Set(sections.map(({ courseId, sectionId }) => `${courseId} ${sectionId}`));
  const found = await series.listImported([...new Set(sections.map(({ courseId }) => courseId))]);
  return found.flatMap((one) => {
    const values = valuesOf(one);
    const [sectionId = '', ...name] = one.importKey?.split(' ') ?? [];
    if (!values || !wanted.has(`${one.courseId} ${sectionId}`)) return [];
    return { courseId: one.courseId, sectionId, name: name.join(' '), values };
  });
};

/** The weekly classes of series from a day on. Single dates are left out. */
export const findUsedClasses = async (
  { series }: Pick<Importing, 'series'>,
  { from: day, ...uses }: ParsedOf<typeof routes.session.findUsedClassesInternal, 'body'>,
): Promise<AnswerOf<typeof routes.session.findUsedClassesInternal>> =>
  (await series.listUsingAny(uses, day)).flatMap(({ courseId, teacherId, importKey, rules }) =>
    rules.flatMap(({ slots, everyWeeks, firstDay, from, roomId, sections = [], ...rule }, index) => {
      const lastDay = beforeNextRule(rules, index, rule.lastDay);
      if (lastDay < day) return [];
      // A joint class is one of each of its courses.
      return courseIdsOf({ courseId, sections }).flatMap((id) => {
        const sectionIds = sections.filter((one) => one.courseId === id).map(({ sectionId }) => sectionId);
        return slots.map(({ weekday, start, end }) => ({
          ...{
            weekday,
            start,
            end,
            everyWeeks,
            firstDay,
            lastDay,
            from,
            courseId: id,
            teacherId,
            sectionIds,
          },
          ...(roomId !== undefined && { roomId }),
          ...(importKey !== undefined && id === courseId && { importKey }),
        }));
      });
    }),
  );

const create = async (
  { series, clock }: Importing,
  { teacherId }: Course,
  { courseId, sectionId, name, ...change }: Section & { name: string; after: WeeklyClass },
  by: string,
): Promise<boolean> => {
  const { weekday, start, end, ended, ...days } = change.after;
  // An undo does not bring back a class that somebody has deleted.
  if (ended) return false;
  const wanted: SeriesRule = {
    ...{ ...days, slots: [{ weekday, start, end }], sections: [{ courseId, sectionId }] },
    ...{ extraDates: [], skippedDates: [], skipBreaks: true },
  };
  const { rule, nextId } = toStoredRule(wanted, FIRST_DAY, undefined, 1);
  await series.create({
    ...{ courseId, importKey: keyOf({ sectionId, name }), teacherId, rules: [rule], nextId },
    revisions: [{ at: clock(), by, change: 'imported' }],
  });
  return true;
};

/** The rules with other facts from a day on; what a file does not decide stays as it is. */
const changedRules = (series: Series, after: WeeklyClass, from: string) => {
  const newest = newestRule(series);
  if (!newest || after.ended) return { rules: endFrom(series.rules, from), nextId: series.nextId };
  const { weekday, start, end, everyWeeks, firstDay, lastDay, roomId } = after;
  const [, ...others] = newest.slots;
  const wanted = {
    ...{ ...newest, slots: [{ weekday, start, end }, ...others] },
    ...{ everyWeeks, firstDay, lastDay, roomId, sections: newest.sections ?? [] },
  } as SeriesRule;
  const { rule, nextId } = toStoredRule(wanted, from, newest, series.nextId);
  return { rules: replaceFrom(series.rules, rule), nextId };
};

/** Undoes the creation. Classes that have taken place stay. */
const remove = async ({ series, sessions, clock, campusTimeZone }: Importing, one: Series, by: string) => {
  const now = clock();
  const today = campusDay(now, campusTimeZone);
  const { rules, nextId } = one;
  const fields = (await sessions.hasStartedOf(one.id, now))
    ? { rules: endFrom(rules, today), nextId }
    : { rules, nextId, deletedAt: now };
  return (await series.change(one, fields, { at: now, by, change: 'import undone' })) !== undefined;
};

const write = async (
  context: Importing,
  { before, after, ...named }: ClassChange,
  { series, course }: { series: Series | undefined; course: Course | undefined },
  by: string,
): Promise<boolean> => {
  const current = series ? valuesOf(series) : null;
  if (isDeepStrictEqual(current, after)) return true;
  if (!isDeepStrictEqual(current, before) || !course) return false;
  // Somebody has replaced the weekly class by single dates.
  if (series && !current) return false;
  const now = context.clock();
  const from = campusDay(now, context.campusTimeZone);
  const isOver = !series || series.lastDay < from;
  if (isOver && after && !after.ended && (await isFull(context, course.id, from))) return false;
  if (!series) return after === null || create(context, course, { ...named, after }, by);
  if (!after) return remove(context, series, by);
  if (!hasRoomForRules(series.rules)) return false;
  const revision = { at: now, by, change: 'imported', from };
  return (await context.series.change(series, changedRules(series, after, from), revision)) !== undefined;
};

/**
 * Writes weekly classes that are still as the import knows them. A worker creates and changes their sessions;
 * classes that were moved or canceled individually stay so.
 */
export const writeImportedClasses = async (
  context: Importing,
  changes: ClassChange[],
  by: string,
): Promise<AnswerOf<typeof routes.session.putTimetableInternal>> => {
  const courseIds = [...new Set(changes.map(({ courseId }) => courseId))];
  const [courses, found] = await Promise.all([
    findCourses(context, courseIds),
    context.series.listImported(courseIds),
  ]);
  const known = new Map(found.map((one) => [`${one.courseId} ${one.importKey}`, one]));
  const results: ('written' | 'refused')[] = [];
  for (const change of changes) {
    const series = known.get(`${change.courseId} ${keyOf(change)}`);
    const course = courses.get(change.courseId);
    results.push((await write(context, change, { series, course }, by)) ? 'written' : 'refused');
  }
  return results;
};
