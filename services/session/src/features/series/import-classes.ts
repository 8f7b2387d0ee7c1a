import { campusDay, type InternalClient } from '@qr-attendance/server';
import { isDeepStrictEqual } from 'node:util';
import type {
  AnswerOf,
  ChangeResult,
  ParsedOf,
  routes,
  SeriesRule,
  WeeklyClass,
} from '@qr-attendance/contracts';
import { findCourses } from '../../projections/find-courses.ts';
import type { Course, Marks, Courses } from '../../projections/projections.ts';
import { type ClassUse, findClassUses, UNDO_ACTION, IMPORT_ACTION } from './class-use.ts';
import { newestRule, statementsOfClass } from './find-classes.ts';
import { hasMaxSeries } from './manage-series.ts';
import {
  endRulesFrom,
  EARLIEST_DAY,
  hasRoomForRules,
  replaceFrom,
  toStoredRule,
} from '../../core/series/rules/series-rules.ts';
import type { Series, SeriesStore } from '../../core/series/series.ts';
import type { Sessions } from '../../core/sessions/sessions.ts';
import type { Rooms } from '../../core/rooms/rooms.ts';

interface ImportClassesDeps {
  series: SeriesStore;
  sessions: Sessions;
  marks: Marks;
  rooms: Rooms;
  courses: Courses;
  courseService: InternalClient;
  campusTimeZone: string;
  clock: () => Date;
}
type Changes = ParsedOf<typeof routes.session.putTimetableInternal, 'body'>;
type ClassChange = Changes['classes'][number];
type Statements = Pick<Series, 'statements'>;

const importKeyOf = ({ sectionId, name }: Pick<ClassChange, 'sectionId' | 'name'>): string =>
  `${sectionId} ${name}`;

const create = async (
  { series, clock }: ImportClassesDeps,
  { id: courseId, teacherId }: Course,
  change: ClassChange,
  { weekday, start, end, ...days }: WeeklyClass,
  statements: Statements,
  by: string,
): Promise<void> => {
  const wanted: SeriesRule = {
    ...days,
    slots: [
      {
        weekday,
        start,
        end,
      },
    ],
    sections: [
      {
        courseId,
        sectionId: change.sectionId,
      },
    ],
    extraDates: [],
    skippedDates: [],
    skipBreaks: true,
  };
  const { rule, nextId } = toStoredRule(wanted, EARLIEST_DAY, undefined, 1);
  await series.create({
    courseId,
    importKey: importKeyOf(change),
    teacherId,
    rules: [rule],
    nextId,
    ...statements,
    revisions: [
      {
        at: clock(),
        by,
        change: IMPORT_ACTION,
      },
    ],
  });
};

/** The rules with other values from a day on; fields that files cannot set are kept. */
const changedRules = (series: Series, values: WeeklyClass, from: string) => {
  const newest = newestRule(series) ?? series.rules.at(-1);
  const { weekday, start, end, everyWeeks, firstDay, lastDay, roomId } = values;
  const [, ...others] = newest?.slots ?? [];
  const wanted = {
    ...newest,
    slots: [
      {
        weekday,
        start,
        end,
      },
      ...others,
    ],
    everyWeeks,
    firstDay,
    lastDay,
    roomId,
    sections: newest?.sections ?? [],
  } as SeriesRule;
  const { rule, nextId } = toStoredRule(wanted, from, newest, series.nextId);
  return { rules: replaceFrom(series.rules, rule), nextId };
};

/**
 * Ends a class that files no longer state, or deletes it if it is unused. If the statement was a mistake, dates that
 * people rescheduled are kept.
 */
const end = async (
  { series: store, clock, campusTimeZone }: ImportClassesDeps,
  series: Series,
  { isUsed, isPlanned }: ClassUse,
  statements: Statements,
  { by, undo }: Pick<Changes, 'by' | 'undo'>,
): Promise<ChangeResult> => {
  if (undo && isPlanned) return 'refused';
  if (isUsed && !hasRoomForRules(series.rules)) return 'refused';
  const now = clock();
  const { nextId } = series;
  const fields = isUsed
    ? { rules: endRulesFrom(series.rules, campusDay(now, campusTimeZone)), nextId, ...statements }
    : { rules: series.rules, nextId, ...statements, deletedAt: now };
  const revision = { at: now, by, change: undo ? UNDO_ACTION : IMPORT_ACTION };
  if (!(await store.change(series, fields, revision))) return 'refused';
  return isUsed ? 'kept' : 'written';
};

interface ImportTarget {
  series: Series | undefined;
  course: Course | undefined;
  use: ClassUse | undefined;
}

const write = async (
  context: ImportClassesDeps,
  change: ClassChange,
  { series, course, use }: ImportTarget,
  { by, undo }: Pick<Changes, 'by' | 'undo'>,
): Promise<ChangeResult> => {
  const { values } = change.after;
  const statements = { statements: change.after.statements ?? undefined };
  if (!course) return 'refused';
  if (!values) return series && use ? end(context, series, use, statements, { by, undo }) : 'refused';
  const now = context.clock();
  const from = campusDay(now, context.campusTimeZone);
  const isPresent = series !== undefined && !series.deletedAt;
  const isOver = !isPresent || series.lastDay < from;
  if (isOver && (await hasMaxSeries(context, course.id, from))) return 'refused';
  if (!isPresent) {
    await create(context, course, change, values, statements, by);
    return 'written';
  }
  if (!hasRoomForRules(series.rules)) return 'refused';
  const fields = { ...changedRules(series, values, from), ...statements };
  const revision = { at: now, by, change: IMPORT_ACTION, from };
  return (await context.series.change(series, fields, revision)) ? 'written' : 'refused';
};

/**
 * Writes weekly classes that are unchanged since the import read them, with the statements about them. A
 * worker creates and changes their sessions; individually moved or canceled classes are kept.
 */
export const writeImportedClasses = async (
  context: ImportClassesDeps,
  { classes, by, undo }: Changes,
): Promise<AnswerOf<typeof routes.session.putTimetableInternal>> => {
  const courseIds = [...new Set(classes.map(({ courseId }) => courseId))];
  const [courses, imported] = await Promise.all([
    findCourses(context, courseIds),
    context.series.listImported(courseIds),
  ]);
  const byKey = new Map(imported.map((one) => [`${one.courseId} ${one.importKey}`, one]));
  const seriesOf = (change: ClassChange) => byKey.get(`${change.courseId} ${importKeyOf(change)}`);
  const ending = classes.flatMap((change) => {
    const series = change.after.values ? undefined : seriesOf(change);
    return series && statementsOfClass(series).values ? series : [];
  });
  const uses = await findClassUses(context, ending);
  const results: ChangeResult[] = [];
  const unchanged: Pick<Series, 'id' | 'version' | 'statements'>[] = [];
  for (const change of classes) {
    const series = seriesOf(change);
    const { before, after } = change;
    const current = statementsOfClass(series);
    if (isDeepStrictEqual(current, after)) results.push('written');
    else if (!isDeepStrictEqual(current, before)) results.push('refused');
    else if (series && isDeepStrictEqual(current.values, after.values)) {
      const { id, version } = series;
      unchanged.push({ id, version, statements: after.statements ?? undefined });
      results.push('written');
    } else {
      const target = { series, course: courses.get(change.courseId), use: uses.get(series?.id ?? '') };
      results.push(await write(context, change, target, { by, undo }));
    }
  }
  const outdated = await context.series.stateAll(unchanged);
  return results.map((result, index) => {
    const change = classes[index];
    return change && outdated.has(seriesOf(change)?.id ?? '') ? 'refused' : result;
  });
};
