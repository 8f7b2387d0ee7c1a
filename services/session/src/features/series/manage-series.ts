import { MAX_SERIES, type NewSeries, type SeriesEdit } from '@qr-attendance/contracts';
import {
  type Caller,
  conflict,
  type DomainError,
  type IdempotentRequest,
  invalid,
  notFound,
  RETRY,
  retryOnConflict,
  WriteConflict,
} from '@qr-attendance/server';
import type { PowerNotices } from '@qr-attendance/messaging/mongo';
import { requireOpenCourse } from '../../core/sessions/require-coverage.ts';
import { courseIdsOf } from '../../core/sessions/rules/session.ts';
import { coverageOf, findSeriesFor, requireCoverageOfRules, campusToday } from './find-series.ts';
import type { FollowRuleDeps } from './follow-rule.ts';
import { classesOf, planClasses } from './plan-classes.ts';
import { findDuplicates } from './preview-series.ts';
import {
  endRulesFrom,
  EARLIEST_DAY,
  hasRoomForRules,
  replaceFrom,
  ruleOn,
  rulesFrom,
  toStoredRule,
} from '../../core/series/rules/series-rules.ts';
import type { Series } from '../../core/series/series.ts';

const seriesChangedError = (): DomainError =>
  conflict('series_changed', 'This series was changed a moment ago. Check it before you save.');

const tooManySeriesError = (): DomainError =>
  conflict('too_many_series', `A course has at most ${MAX_SERIES} series that are not over. End some first.`);

export const hasMaxSeries = async (
  { series }: Pick<FollowRuleDeps, 'series'>,
  courseId: string,
  day: string,
): Promise<boolean> => (await series.countCurrent(courseId, day)) >= MAX_SERIES;

/**
 * Counts again after a write, because concurrent requests may have written, too. Each of them withdraws its
 * own series, so the limit always holds.
 */
const hasTooMany = async (
  { series }: Pick<FollowRuleDeps, 'series'>,
  courseId: string,
  day: string,
): Promise<boolean> => (await series.countCurrent(courseId, day)) > MAX_SERIES;

/** Plans the first classes; the worker plans the rest. */
const plan = async (context: FollowRuleDeps, id: string): Promise<Series> => {
  const find = async () => {
    const series = await context.series.find(id);
    if (!series) throw notFound('Series');
    return series;
  };
  try {
    return await retryOnConflict('series', async () => {
      const series = await find();
      return (await planClasses(context, series)) ? series : RETRY;
    });
  } catch (error) {
    if (error instanceof WriteConflict) return find();
    throw error;
  }
};

const requireRoom = async (context: FollowRuleDeps, roomId: string | undefined): Promise<void> => {
  if (roomId !== undefined) await context.rooms.get(roomId);
};

export const createSeries = async (
  context: FollowRuleDeps,
  teacher: Caller,
  { courseId, confirmed, ...wanted }: NewSeries,
  once: IdempotentRequest | undefined,
): Promise<Series> => {
  const before = once && (await context.series.findCreated(teacher.id, once));
  if (before) return before;
  const course = await context.staffAccess.requireOnNewestCourse(teacher, 'manageSessions', courseId);
  requireOpenCourse(course);
  await requireCoverageOfRules(context, teacher, courseId, wanted.sections, [{}]);
  await requireRoom(context, wanted.roomId);
  const { rule, nextId } = toStoredRule(wanted, EARLIEST_DAY, undefined, 1);
  const planned = await classesOf(context, { rules: [rule] }, course);
  if (planned.length === 0) throw invalid('series_empty', 'There is no class on these days.');
  const today = campusToday(context);
  const full = await hasMaxSeries(context, courseId, today);
  const duplicates =
    confirmed || full ? 0 : await findDuplicates(context, { courseId, sections: wanted.sections }, planned);
  if (duplicates > 0 || full) {
    // An earlier attempt of the same request may have created the series.
    const created = once && (await context.series.findCreated(teacher.id, once));
    if (created) return created;
    if (full) throw tooManySeriesError();
    throw conflict('series_duplicates', 'This course already has classes at these times.', { duplicates });
  }
  const created = await context.series.create(
    {
      courseId,
      teacherId: teacher.id,
      rules: [rule],
      nextId,
      revisions: [{ at: context.clock(), by: teacher.id, change: 'created' }],
    },
    once,
  );
  if (await hasTooMany(context, courseId, today)) {
    await context.series.withdraw(created);
    throw tooManySeriesError();
  }
  return plan(context, created.id);
};

const requireFewRules = ({ rules }: Series): void => {
  if (!hasRoomForRules(rules))
    throw conflict('series_changed_too_often', 'This series was changed too often.');
};

/** Past classes keep their rule. */
const firstDayOf = (context: FollowRuleDeps, from: string | undefined): string => {
  const today = campusToday(context);
  return from === undefined || from < today ? today : from;
};

export const editSeries = async (
  context: FollowRuleDeps,
  teacher: Caller,
  id: string,
  { version, from, ...wanted }: SeriesEdit,
): Promise<Series> => {
  const { series, course } = await findSeriesFor(context, teacher, id);
  if (series.version !== version) throw seriesChangedError();
  requireFewRules(series);
  const today = campusToday(context);
  const isOver = series.lastDay < today;
  if (isOver && (await hasMaxSeries(context, course.id, today))) throw tooManySeriesError();
  await requireRoom(context, wanted.roomId);
  const day = firstDayOf(context, from);
  await requireCoverageOfRules(context, teacher, course.id, wanted.sections, rulesFrom(series.rules, day));
  const { rule, nextId } = toStoredRule(wanted, day, ruleOn(series.rules, day), series.nextId);
  const rules = replaceFrom(series.rules, rule);
  const revision = { at: context.clock(), by: teacher.id, change: 'edited', from: day };
  const changed = await context.series.change(series, { rules, nextId }, revision);
  if (!changed) throw seriesChangedError();
  if (isOver && (await hasTooMany(context, course.id, today))) {
    const before = { rules: series.rules, nextId: series.nextId };
    await context.series.change(changed, before, { ...revision, change: 'withdrawn' });
    throw tooManySeriesError();
  }
  return plan(context, id);
};

export const endSeries = async (
  context: FollowRuleDeps,
  teacher: Caller,
  id: string,
  from: string | undefined,
): Promise<Series> => {
  const { series } = await findSeriesFor(context, teacher, id);
  const day = firstDayOf(context, from);
  if (series.lastDay < day) return series;
  requireFewRules(series);
  const revision = { at: context.clock(), by: teacher.id, change: 'ended', from: day };
  const fields = { rules: endRulesFrom(series.rules, day), nextId: series.nextId };
  if (!(await context.series.change(series, fields, revision))) throw seriesChangedError();
  return plan(context, id);
};

export const deleteSeries = async (
  context: FollowRuleDeps & { powerNotices: PowerNotices },
  teacher: Caller,
  id: string,
): Promise<void> => {
  const { series, course } = await findSeriesFor(context, teacher, id);
  const now = context.clock();
  if (await context.sessions.hasStartedOf(id, now))
    throw conflict('series_started', 'Classes of this series have taken place. End the series instead.');
  const { rules, nextId } = series;
  const revision = { at: now, by: teacher.id, change: 'deleted' };
  const courses = await context.courses.findAll(courseIdsOf(coverageOf(context, series)));
  const deleted = await context.series.change(series, { rules, nextId, deletedAt: now }, revision);
  if (!deleted) throw seriesChangedError();
  const receivers = [...new Set([course, ...courses].map(({ teacherId }) => teacherId))];
  const notice = { by: teacher.id, object: course.name, receivers };
  await context.powerNotices.notify({ what: 'series_deleted', ...notice });
  await planClasses(context, deleted);
};

export const listSeries = async (
  context: FollowRuleDeps,
  caller: Caller,
  courseId: string,
): Promise<Series[]> => {
  await context.staffAccess.requireOnCourse(caller, 'readCourse', courseId);
  const all = await context.series.listOf([courseId]);
  return all.filter((series) => courseIdsOf(coverageOf(context, series)).includes(courseId));
};
