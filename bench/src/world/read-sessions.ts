import type { Session } from '@qr-attendance/contracts';
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
