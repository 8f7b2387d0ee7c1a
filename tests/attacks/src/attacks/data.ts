import { setTimeout as pause } from 'node:timers/promises';
import type { Attack } from '../attack.ts';
import {
  boundParameters,
  formulaEscaping,
  formulaEscapingInCells,
  callersOwnMarks,
} from '../defenses/attendance.ts';
import { callerAsTeacher, courseReaders } from '../defenses/course.ts';
import { fieldFilter, rolePermissions } from '../defenses/packages.ts';

export const dataAttacks: Attack[] = [
  {
    name: 'another teacher’s course opened by its id',
    defenses: [courseReaders],
    attempt: async ({ lesson, teacher, call }) => {
      const { course } = await lesson();
      const { token } = await teacher();
      return (await call('GET', `/api/courses/${course._id}`, { token })).status === 200;
    },
  },
  {
    name: 'another teacher’s session opened by its id',
    defenses: [rolePermissions],
    attempt: async ({ lesson, teacher, call }) => {
      const { session } = await lesson();
      const { token } = await teacher();
      return (await call('GET', `/api/sessions/${session._id}`, { token })).status === 200;
    },
  },
  {
    name: 'another teacher’s session ended',
    defenses: [rolePermissions],
    attempt: async ({ lesson, teacher, call }) => {
      const { session } = await lesson();
      const { token } = await teacher();
      const answer = await call('PATCH', `/api/sessions/${session._id}`, { token, body: { active: false } });
      return answer.status === 200;
    },
  },
  {
    name: 'another teacher’s report read',
    defenses: [callersOwnMarks],
    attempt: async ({ lesson, student, teacher, enroll, scan, mark, call }) => {
      const running = await lesson();
      const present = await student();
      await enroll(present, running);
      await mark(present, await scan(present, running));
      const { token } = await teacher();
      const path = `/api/attendance?sessionId=${running.session._id}`;
      // Readers of other courses would see a record only after it is counted.
      for (let second = 0; second < 4; second += 1) {
        const { body } = await call<unknown[]>('GET', path, { token });
        if (body.length > 0) return true;
        await pause(1_000);
      }
      return false;
    },
  },
  {
    name: 'a course created in another teacher’s name (mass assignment of teacher)',
    defenses: [fieldFilter, callerAsTeacher],
    attempt: async ({ teacher, call, must }) => {
      const [attacker, victim] = [await teacher(), await teacher()];
      await call('POST', '/api/courses', {
        token: attacker.token,
        body: { name: 'Planted', code: 'X1', semester: 1, teacher: victim.id, teacherId: victim.id },
      });
      return (await must<unknown[]>('GET', '/api/courses', { token: victim.token })).length > 0;
    },
  },
  {
    name: 'SQL in the search of a course’s students',
    defenses: [boundParameters],
    attempt: async ({ lesson, student, enroll, call }) => {
      const [mine, others] = [await lesson(), await lesson()];
      await enroll(await student(), others);
      const search = encodeURIComponent("nobody%') OR ('1' LIKE '1");
      const path = `/api/analytics/courses/${mine.course._id}/students?search=${search}`;
      const { status, body } = await call<unknown[]>('GET', path, { token: mine.teacher.token });
      return status === 200 && body.length > 0;
    },
  },
  {
    name: 'a formula as a student’s name in an exported report',
    defenses: [formulaEscaping],
    attempt: async ({ lesson, student, enroll, scan, mark, call }) => {
      const running = await lesson();
      const cheat = await student('=HYPERLINK("https://evil.example","x")');
      await enroll(cheat, running);
      await mark(cheat, await scan(cheat, running));
      const { token } = running.teacher;
      const reports = ['/api/attendance/export', '/api/attendance/export/all-columns'];
      const answers = await Promise.all(
        reports.map((path) => call<{ text: string }>('GET', path, { token })),
      );
      return answers.some(({ body }) => /(^|,)"?=HYPERLINK/m.test(body.text));
    },
  },
  {
    name: 'a formula in the middle of a name, opened by a program that separates cells at semicolons',
    defenses: [formulaEscapingInCells],
    attempt: async ({ lesson, student, enroll, scan, mark, call }) => {
      const running = await lesson();
      const cheat = await student("Max;=1+cmd|'/C calc'!A0;");
      await enroll(cheat, running);
      await mark(cheat, await scan(cheat, running));
      const { token } = running.teacher;
      const reports = ['/api/attendance/export', '/api/attendance/export/all-columns'];
      const answers = await Promise.all(
        reports.map((path) => call<{ text: string }>('GET', path, { token })),
      );
      return answers.some(({ body }) => body.text.split(/[;\n]/).some((cell) => /^[\s"]*[-=+@]/.test(cell)));
    },
  },
];
