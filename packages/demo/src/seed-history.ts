import { objectIdSchema, routes } from '@qr-attendance/contracts';
import { z } from 'zod';
import type { System } from '@qr-attendance/stack';
import type { Call } from '@qr-attendance/stack';
import { drawFirstHalf, drawMarks } from './marks.ts';
import type { EnrolledStudent, TaughtCourse } from './register-campus.ts';
import { dayOf, nowOnCampus, toIso } from './now-on-campus.ts';
import { runSeed, type SeedSettings } from './run-seed.ts';
import { pastLessons } from './timetable.ts';

const LATE_AFTER_MINUTES = 10;
/** The late limit leaves visitors time to be marked present in the running session. */
const RUNNING = { minutesAgo: 5, lateAfterMinutes: 45 };

const BEFORE_TERM = { days: 7 };

/**
 * People who register over HTTP join today with an unverified address; the seed programs backdate the joining and
 * verify the addresses.
 */
export const seedJoining = async (
  system: SeedSettings,
  taught: TaughtCourse[],
  students: EnrolledStudent[],
): Promise<void> => {
  const [first] = pastLessons(nowOnCampus());
  if (!first) throw new Error('the timetable of the demo campus is empty');
  const registeredAt = toIso(first.start.subtract(BEFORE_TERM));
  const teachers = new Set(taught.map(({ teacher }) => teacher.id));
  await runSeed(system, 'auth', { people: [...teachers, ...students.map(({ id }) => id)], registeredAt });
  await runSeed(system, 'course', { courses: taught.map(({ id }) => id), enrolledAt: registeredAt });
};

const openRunningSession = async (
  call: Call,
  { id, teacher }: TaughtCourse,
  start: Temporal.ZonedDateTime,
) => {
  const { token } = teacher;
  const query = { courseId: id, active: 'true' as const };
  const [before] = await call(routes.session.listSessions, { token, query });
  if (before) return before;
  const body = {
    courseId: id,
    date: dayOf(start),
    startTime: toIso(start),
    lateAfterMinutes: RUNNING.lateAfterMinutes,
  };
  return call(routes.session.createSession, { token, body });
};

/**
 * The HTTP routes accept neither past sessions nor past marks, so the services' own seed programs write them.
 */
export const seedHistory = async (
  system: System,
  call: Call,
  taught: TaughtCourse[],
  spared: EnrolledStudent[],
): Promise<void> => {
  const now = nowOnCampus();
  const lessons = pastLessons(now).flatMap(({ course, ...times }) => {
    const of = taught[course];
    return of ? [{ ...times, of, date: dayOf(times.start) }] : [];
  });
  const answer = await runSeed(
    system,
    'session',
    lessons.map(({ of, date, start, end }) => ({
      courseId: of.id,
      teacherId: of.teacher.id,
      date,
      startTime: toIso(start),
      endTime: toIso(end),
      lateAfterMinutes: LATE_AFTER_MINUTES,
    })),
  );
  const ids = z.array(objectIdSchema).parse(JSON.parse(answer));
  const past = lessons.flatMap(({ of, date, start, end }, index) =>
    drawMarks(of.students, { start, end, lateAfterMinutes: LATE_AFTER_MINUTES }).map((mark) => ({
      ...mark,
      sessionId: ids[index],
      courseId: of.id,
      teacherId: of.teacher.id,
      sessionDate: date,
    })),
  );

  const [first] = taught;
  if (!first) throw new Error('the demo campus has no course');
  const start = now.subtract({ minutes: RUNNING.minutesAgo });
  const running = await openRunningSession(call, first, start);
  const coming = first.students.filter(({ id }) => !spared.some((student) => student.id === id));
  const current = drawFirstHalf(coming, start, RUNNING.minutesAgo).map((mark) => ({
    ...mark,
    sessionId: running._id,
    courseId: first.id,
    teacherId: first.teacher.id,
    sessionDate: running.date,
  }));
  // Other services receive marks in this order, so the newest weeks, which screens show first, come first.
  await runSeed(system, 'attendance', [...current, ...past.toReversed()]);
};
