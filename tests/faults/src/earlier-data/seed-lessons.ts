import { runNode, serviceEnvironment, type ServiceName, type ServiceSettings } from '@qr-attendance/stack';
import type { Member } from '@qr-attendance/test-kit';

export interface Course {
  id: string;
  teacher: Pick<Member, 'id' | 'token'>;
  students: Pick<Member, 'id'>[];
}

const DAY_MS = 86_400_000;
const LESSON_MS = 90 * 60_000;
const STATUSES = ['PRESENT', 'LATE', 'ABSENT', 'EXCUSED'];

const runSeed = async (settings: ServiceSettings, service: ServiceName, input: unknown): Promise<unknown> =>
  JSON.parse(
    await runNode(
      `services/${service}/src/seed.ts`,
      serviceEnvironment(service, settings),
      JSON.stringify(input),
      settings.root,
    ),
  );

/** Uses the services' seed programs, because HTTP calls cannot be dated back. */
export const seedLessons = async (
  settings: ServiceSettings,
  { id: courseId, teacher, students }: Course,
  weeks: number[],
): Promise<void> => {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const lessons = weeks.map((week) => {
    const start = today - week * 7 * DAY_MS + DAY_MS / 2;
    const startTime = new Date(start).toISOString();
    const endTime = new Date(start + LESSON_MS).toISOString();
    return { courseId, teacherId: teacher.id, date: startTime.slice(0, 10), startTime, endTime };
  });
  const ids = (await runSeed(
    settings,
    'session',
    lessons.map((lesson) => ({ ...lesson, lateAfterMinutes: 10 })),
  )) as string[];
  const marks = lessons.flatMap(({ date, startTime, teacherId }, lesson) =>
    students.map(({ id }, index) => ({
      sessionId: ids[lesson],
      courseId,
      teacherId,
      studentId: id,
      sessionDate: date,
      status: STATUSES[(index + lesson) % STATUSES.length],
      markedAt: new Date(Date.parse(startTime) + (index + 1) * 300_000).toISOString(),
    })),
  );
  await runSeed(settings, 'attendance', marks);
};
