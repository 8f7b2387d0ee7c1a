import type { Session } from '@qr-attendance/contracts';
import { eventually } from '@qr-attendance/test-kit';
import type { Lesson } from './lessons.ts';
import type { Person } from './people.ts';
import { readJson } from './read-json.ts';

export const readSessions = async (url: string, teacher: Person, lessons: Lesson[]): Promise<number> => {
  const ids = new Set(lessons.map(({ sessionId }) => sessionId));
  const sessions = await readJson<Session[]>(`${url}/api/sessions?limit=100&active=true`, teacher);
  return sessions
    .filter(({ _id }) => ids.has(_id))
    .reduce((sum, { attendanceCount }) => sum + attendanceCount, 0);
};

const WITHIN = { withinMs: 120_000, everyMs: 500 };

/** Individually, because a list also counts the marks of previous rounds. */
const readEach = async (url: string, lessons: Lesson[]): Promise<number> => {
  const sessions = await Promise.all(
    lessons.map(({ sessionId, teacher }) => readJson<Session>(`${url}/api/sessions/${sessionId}`, teacher)),
  );
  return sessions.reduce((sum, { attendanceCount }) => sum + attendanceCount, 0);
};

export const untilHeard = (url: string, lessons: Lesson[], marks: number): Promise<void> =>
  eventually(async () => {
    const counted = await readEach(url, lessons);
    if (counted < marks) throw new Error(`${counted} of ${marks} marks are counted`);
  }, WITHIN);
