import { runSeed } from '@qr-attendance/demo';
import type { ServiceSettings } from '@qr-attendance/stack';
import type { Member } from '@qr-attendance/test-kit';

export interface Course {
  id: string;
  teacher: Pick<Member, 'id' | 'token'>;
  students: Pick<Member, 'id'>[];
}

const DAY_MS = 86_400_000;
const LESSON_MS = 90 * 60_000;
const STATUSES = ['PRESENT', 'LATE', 'ABSENT', 'EXCUSED'];

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
  const past = lessons.map((lesson) => ({ ...lesson, lateAfterMinutes: 10 }));
  const ids = JSON.parse(await runSeed(settings, 'session', past)) as string[];
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
