import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { AttendanceRecord } from '@qr-attendance/contracts';
import type { Attack } from '../attack.ts';
import { numberLookupLimit, resumedMembership } from '../defenses/course.ts';
import type { Lesson, Person } from '../target/people.ts';

export const membershipAttacks: Attack[] = [
  {
    name: 'an absence removed by leaving the course before the class and enrolling again after it',
    defenses: [resumedMembership],
    attempt: async (target) => {
      const running = await target.lesson();
      const member = await target.member(running);
      const { course, teacher } = running;
      const { token } = teacher;
      const post = (who: Person, path: string, body?: object) =>
        target.must('POST', path, { token: who.token, body });
      await target.must('PUT', `/api/courses/${course._id}/enrollment-settings`, {
        token,
        body: { mode: 'OPEN', mayLeave: true },
      });
      await post(member, `/api/courses/${course._id}/leave`);
      const startTime = new Date().toISOString();
      const missed = await target.must<Lesson['session']>('POST', '/api/sessions', {
        token,
        body: { courseId: course._id, date: startTime.slice(0, 10), startTime, refreshInterval: 300 },
      });
      await post(teacher, `/api/sessions/${missed._id}/refresh`, {});
      await target.must('PATCH', `/api/sessions/${missed._id}`, { token, body: { active: false } });
      await post(member, `/api/courses/${course._id}/enroll`);
      const isAbsent = async () => {
        const records = await target.must<AttendanceRecord[]>(
          'GET',
          `/api/attendance?sessionId=${missed._id}`,
          { token },
        );
        return records.some(({ student, status }) => student._id === member.id && status === 'ABSENT');
      };
      for (let tries = 0; tries < 40; tries += 1) {
        if (await isAbsent()) return false;
        await pause(250);
      }
      return true;
    },
  },
  {
    name: 'the names of a range of student numbers revealed by adding the numbers to a roster',
    defenses: [numberLookupLimit],
    attempt: async (target) => {
      const running = await target.lesson();
      const { token } = running.teacher;
      const prefix = randomUUID().slice(0, 8);
      for (let round = 0; round < 6; round += 1) {
        const lines = Array.from({ length: 200 }, (_, n) => ({ person: `${prefix}-${200 * round + n}` }));
        const path = `/api/courses/${running.course._id}/students`;
        const { status } = await target.call('POST', path, { token, body: { lines } });
        if (status === 429) return false;
        if (status !== 200) throw new Error(`adding: ${status}`);
      }
      return true;
    },
  },
];
