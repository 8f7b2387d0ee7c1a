import {
  MAX_CLASS_MS,
  type ConflictKind,
  type SeriesPreview,
  type SeriesPreviewRequest,
} from '@qr-attendance/contracts';
import { type Caller, campusDay } from '@qr-attendance/server';
import { findCourses } from '../../projections/find-courses.ts';
import { courseIdsOf, type Session } from '../../core/sessions/rules/session.ts';
import { findSeriesFor, requireCoverageOfRules, campusToday } from './find-series.ts';
import type { FollowRuleDeps } from './follow-rule.ts';
import { classesOf, teacherOf } from './plan-classes.ts';
import { daysOfPeriod, expandSeries, type PlannedClass } from '../../core/series/rules/expand-series.ts';
import {
  EARLIEST_DAY,
  replaceFrom,
  ruleOn,
  rulesFrom,
  toStoredRule,
} from '../../core/series/rules/series-rules.ts';
import { notFound } from '@qr-attendance/server';

/** Missing sections mean all sections of the course. */
type Coverage = Pick<Session, 'courseId' | 'sections'>;
interface Booking extends Coverage {
  startTime: Date;
  endTime: Date;
}
type BookedResource = { roomId: string } | { teacherId: string } | { courseIds: string[] };

const endOf = (startTime: Date, endTime: Date | undefined): Date =>
  endTime ?? new Date(startTime.getTime() + 3_600_000);

const listBookings = async (
  context: FollowRuleDeps,
  use: BookedResource,
  period: { from: Date; to: Date },
  exceptSeries?: string,
): Promise<Booking[]> => {
  const { to } = period;
  // Includes classes that started earlier, because they may still be running.
  const from = new Date(period.from.getTime() - MAX_CLASS_MS);
  const sessions = await context.sessions.listUsing(use, from, to);
  const booked = sessions
    .filter(({ series }) => series === undefined || series.id !== exceptSeries)
    .map(({ courseId, startTime, endTime, sections }) => ({
      courseId,
      sections,
      startTime,
      endTime: endOf(startTime, endTime),
    }));
  const firstDay = campusDay(from, context.campusTimeZone);
  const others = await context.series.listUsing(use, firstDay);
  const courses = await findCourses(
    context,
    others.map(({ courseId }) => courseId),
  );
  const days = daysOfPeriod({ from, to }, context.campusTimeZone);
  const planned = await Promise.all(
    others
      .filter(({ id }) => id !== exceptSeries)
      .map(async (series) => {
        const created = new Set(
          (await context.sessions.listOfSeries(series.id, firstDay)).map(({ series: link }) => link?.key),
        );
        return (await classesOf(context, series, courses.get(series.courseId), days))
          .filter(({ key, startTime }) => !created.has(key) && startTime >= from && startTime <= to)
          .filter(({ rule }) => !('roomId' in use) || rule.roomId === use.roomId)
          .map(({ startTime, endTime, rule: { sections } }) => ({
            courseId: series.courseId,
            sections,
            startTime,
            endTime,
          }));
      }),
  );
  return [...booked, ...planned.flat()];
};

type Times = Pick<Booking, 'startTime' | 'endTime'>;

const sectionIdsIn = ({ sections = [] }: Coverage, courseId: string): string[] =>
  sections.filter((section) => section.courseId === courseId).map(({ sectionId }) => sectionId);

/**
 * The first course in which both cover a common section. Different sections of a course may meet at the same
 * time.
 */
const sharedCourse = (wanted: Coverage, booking: Coverage): string | undefined => {
  const booked = courseIdsOf(booking);
  return courseIdsOf(wanted).find((id) => {
    const [own, others] = [sectionIdsIn(wanted, id), sectionIdsIn(booking, id)];
    const isShared = own.length === 0 || others.length === 0 || own.some((one) => others.includes(one));
    return booked.includes(id) && isShared;
  });
};

const overlap = (one: Times, other: Booking): boolean =>
  one.startTime < other.endTime && other.startTime < one.endTime;
const timeOf = ({ startTime, endTime }: Times): string => `${startTime.getTime()} ${endTime.getTime()}`;

const utcDayOf = (moment: Date): number => Math.floor(moment.getTime() / 86_400_000);

/** The bookings that overlap with each class, in order. Compares only bookings of about the same day. */
const overlapsOf = <Booked extends { booking: Booking }>(
  classes: PlannedClass[],
  bookings: Booked[],
): Map<PlannedClass, Booked[]> => {
  const byDay = Map.groupBy(classes, ({ startTime }) => utcDayOf(startTime));
  const overlaps = new Map(classes.map((planned): [PlannedClass, Booked[]] => [planned, []]));
  for (const booked of bookings) {
    const { startTime, endTime } = booked.booking;
    for (let day = utcDayOf(startTime) - 1; day <= utcDayOf(endTime); day += 1)
      for (const planned of byDay.get(day) ?? [])
        if (overlap(planned, booked.booking)) overlaps.get(planned)?.push(booked);
  }
  return overlaps;
};

const periodOf = (classes: PlannedClass[]): { from: Date; to: Date } => ({
  from: classes[0]?.startTime ?? new Date(0),
  to: new Date(Math.max(0, ...classes.map(({ endTime }) => endTime.getTime()))),
});

export const findDuplicates = async (
  context: FollowRuleDeps,
  wanted: Coverage,
  classes: PlannedClass[],
): Promise<number> => {
  const use = { courseIds: courseIdsOf(wanted) };
  const bookings = (await listBookings(context, use, periodOf(classes))).filter((booking) =>
    sharedCourse(wanted, booking),
  );
  const times = new Set(bookings.map(timeOf));
  return classes.filter((planned) => times.has(timeOf(planned))).length;
};

export const previewSeries = async (
  context: FollowRuleDeps,
  teacher: Caller,
  { courseId, seriesId, from, ...wanted }: SeriesPreviewRequest,
): Promise<SeriesPreview> => {
  const edited = seriesId === undefined ? undefined : await findSeriesFor(context, teacher, seriesId);
  if (edited && edited.course.id !== courseId) throw notFound('Series');
  const before = edited?.series;
  const course =
    edited?.course ?? (await context.staffAccess.requireOnNewestCourse(teacher, 'manageSessions', courseId));
  const now = context.clock();
  const today = campusToday(context);
  const day = before ? (from !== undefined && from > today ? from : today) : EARLIEST_DAY;
  const earlier = before?.rules ?? [];
  const replaced = before ? rulesFrom(earlier, day) : [{}];
  await requireCoverageOfRules(context, teacher, courseId, wanted.sections, replaced);
  const coverage = { courseId, sections: wanted.sections };
  const { rule } = toStoredRule(wanted, day, ruleOn(earlier, day), before?.nextId ?? 1);
  const breaks = await context.terms.breaksOf(course.termId);
  const rules = replaceFrom(earlier, rule);
  const { classes, skipped } = expandSeries(rules, breaks, context.campusTimeZone, { from: day });
  const teacherId = teacherOf({ teacherId: before?.teacherId ?? teacher.id }, course, now);
  const period = periodOf(classes);
  const ask = async (kind: ConflictKind, use: BookedResource | undefined) =>
    use && classes.length > 0
      ? (await listBookings(context, use, period, seriesId)).map((booking) => ({ kind, booking }))
      : [];
  const bookings = (
    await Promise.all([
      ask('course', { courseIds: courseIdsOf(coverage) }),
      ask('room', wanted.roomId === undefined ? undefined : { roomId: wanted.roomId }),
      ask('teacher', { teacherId }),
    ])
  )
    .flat()
    .map((one) => ({ ...one, shared: sharedCourse(coverage, one.booking) }))
    // A conflicting class of the same course is listed once, as a conflict of the course.
    .filter(({ kind, booking, shared }) =>
      kind === 'course' ? shared : !shared && !courseIdsOf(coverage).includes(booking.courseId),
    )
    .map(({ kind, booking, shared }) => ({ kind, booking, courseId: shared ?? booking.courseId }));
  const courses = await findCourses(
    context,
    bookings.map((booked) => booked.courseId),
  );
  // The names of other courses are not secret to staff, because timetables are public within a campus.
  const nameOf = (id: string) => {
    const { name, code } = courses.get(id) ?? { name: '', code: '' };
    return { _id: id, name, code };
  };
  const overlaps = overlapsOf(classes, bookings);
  return {
    classes: classes.map((planned) => ({
      date: planned.day,
      startTime: planned.startTime.toISOString(),
      endTime: planned.endTime.toISOString(),
      conflicts: (overlaps.get(planned) ?? []).map(({ kind, booking, ...booked }) => ({
        kind: kind === 'course' && timeOf(planned) === timeOf(booking) ? ('duplicate' as const) : kind,
        course: nameOf(booked.courseId),
        startTime: booking.startTime.toISOString(),
        endTime: booking.endTime.toISOString(),
      })),
    })),
    skipped: skipped.map(({ day: date, reason, name }) => ({
      date,
      reason,
      ...(name === undefined ? {} : { name }),
    })),
  };
};
