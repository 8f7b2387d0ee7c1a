import type { AttendanceRecord, Roster, Session } from '@qr-attendance/contracts';
import { call, eventually } from '@qr-attendance/test-kit';
import { expect } from '@jest/globals';
import type { Office } from './office.ts';

export const openClass = async (
  office: Office,
  { id: courseId, teacher }: { id: string; teacher: string },
  sectionId: string,
) => {
  const token = office.tokenOf(teacher);
  const ask = async <Body>(
    service: 'session' | 'attendance',
    method: string,
    path: string,
    body?: object,
  ) => {
    const answer = await call<Body>(office.services.urls[service], method, path, { token, body });
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  };
  const now = new Date().toISOString();
  const start = {
    courseId,
    date: now.slice(0, 10),
    startTime: now,
    sections: [{ courseId, sectionId }],
  };
  const { _id: sessionId, startTime } = await eventually(() =>
    ask<Session>('session', 'POST', '/api/sessions', start),
  );
  const roster = async () => {
    const { entries } = await ask<Roster>(
      'attendance',
      'GET',
      `/api/attendance/roster?sessionId=${sessionId}`,
    );
    return entries.map(({ student, mark }) => [student._id, mark?.status]);
  };
  return {
    startTime,
    roster,
    mark: (studentId: string) =>
      eventually(() =>
        ask<AttendanceRecord>('attendance', 'POST', '/api/attendance/by-hand', {
          sessionId,
          studentId,
          status: 'PRESENT',
          reason: 'The phone was empty',
        }),
      ),
    clear: (markId: string) =>
      ask('attendance', 'POST', '/api/attendance/statuses/clear', { sessionId, marks: [{ markId }] }),
    end: () => ask<Session>('session', 'PATCH', `/api/sessions/${sessionId}`, { active: false }),
  };
};
