import type { Course, Session } from '@qr-attendance/contracts';
import { countAsVerified, eventually } from '@qr-attendance/test-kit';
import type { Attack } from '../attack.ts';
import type { Defense } from '../defenses/defense.ts';
import { expired, roleAllows } from '../defenses/role-allows.ts';
import type { Lesson, Person } from '../target/people.ts';
import type { Target } from '../target/start-target.ts';

const verifiedOnly: Defense = {
  name: 'colleagues are found by a verified address',
  file: 'services/auth/src/people/people.ts',
  find: "...{ userType: 'TEACHER', emailVerified: true, suspendedAt: null, erasedAt: null },",
  replace:
    "...{ userType: 'TEACHER', suspendedAt: null, erasedAt: null, ...(defenseOff() ? {} : { emailVerified: true }) },",
};
const fewLookups: Defense = {
  name: 'failed lookups of colleagues are limited',
  file: 'services/course/src/staff/staff-lookups.ts',
  find: 'await countPoints(counted, callerId);',
  replace: 'defenseOff() ? { allowed: true, seconds: 1 } : await countPoints(counted, callerId);',
};

const ownSections: Defense = {
  name: 'an assistant of sections sees nothing of the others',
  file: 'packages/contracts/src/access/can.ts',
  find: 'const limitOf = ({ sectionIds }: Staff): readonly string[] | undefined => sectionIds;',
  replace:
    'const limitOf = ({ sectionIds }: Staff): readonly string[] | undefined => (defenseOff() ? undefined : sectionIds);',
};

const ownCourse: Defense = {
  name: 'staff of one course of a joint class see its students alone',
  file: 'services/attendance/src/projections/visible.ts',
  find: 'if (whole.length === covered.length) return undefined;',
  replace: 'if (defenseOff() || whole.length === covered.length) return undefined;',
};

const staffOf = ({ course }: Lesson) => `/api/courses/${course._id}/staff`;
const addStaff = ({ must }: Target, running: Lesson, { email }: Person, role: object) =>
  must('POST', staffOf(running), { token: running.teacher.token, body: { person: email, ...role } });
const withColleague = async (target: Target, role: object) => {
  const running = await target.lesson();
  const colleague = await target.teacher('Cora Colleague');
  await countAsVerified(target.system, colleague.id);
  await addStaff(target, running, colleague, role);
  return { running, colleague };
};

/** A class of the first lesson's teacher that covers both courses. */
const holdJointly = ({ call }: Target, { teacher: { token }, course, session }: Lesson, other: Lesson) =>
  call<Session>('POST', '/api/sessions', {
    token,
    body: {
      ...{ courseId: course._id, date: session.date, startTime: session.startTime },
      sections: [course, other.course].map(({ _id }) => ({ courseId: _id, sectionId: _id })),
    },
  });

export const staffAttacks: Attack[] = [
  {
    name: 'the students of a course drawn into a class by a teacher of another course',
    defenses: [roleAllows],
    attempt: async (target) =>
      (await holdJointly(target, await target.lesson(), await target.lesson())).status === 201,
  },
  {
    name: 'the students of the other course of a joint class read by staff of one',
    defenses: [ownCourse],
    attempt: async (target) => {
      const [running, other] = [await target.lesson(), await target.lesson()];
      await countAsVerified(target.system, running.teacher.id);
      await addStaff(target, other, running.teacher, { role: 'co-teacher' });
      const student = await target.member(running);
      const { body: joint } = await holdJointly(target, running, other);
      const read = async ({ token }: Person) =>
        JSON.stringify(
          await target.must('GET', `/api/attendance/roster?sessionId=${joint._id}`, { token }),
        ).includes(student.id);
      await eventually(async () => {
        if (!(await read(running.teacher))) throw new Error('the student is not on the roster');
      });
      return read(other.teacher);
    },
  },
  {
    name: 'the requirements of a class lowered by an assistant',
    defenses: [roleAllows],
    attempt: async (target) => {
      const { running, colleague } = await withColleague(target, { role: 'assistant' });
      const { _id, date, startTime } = running.session;
      const { version } = await target.must<{ version: number }>('GET', `/api/sessions/${_id}`, {
        token: running.teacher.token,
      });
      const { status } = await target.call('PUT', `/api/sessions/${_id}`, {
        token: colleague.token,
        body: { version, date, startTime, lateAfterMinutes: 10, policy: { requireDevice: false } },
      });
      return status === 200;
    },
  },
  {
    name: 'the session defaults of a course changed by an assistant',
    defenses: [roleAllows],
    attempt: async (target) => {
      const { running, colleague } = await withColleague(target, { role: 'assistant' });
      const { status } = await target.call('PATCH', `/api/courses/${running.course._id}`, {
        token: colleague.token,
        body: { sessionDefaults: { allowUnsigned: true } },
      });
      return status === 200;
    },
  },
  {
    name: 'a roster read by a substitute after the last day',
    defenses: [expired],
    attempt: async (target) => {
      const past = { role: 'substitute', from: '2026-01-12', until: '2026-01-16' };
      const { running, colleague } = await withColleague(target, past);
      const path = `/api/attendance/roster?sessionId=${running.session._id}`;
      return (await target.call('GET', path, { token: colleague.token })).status === 200;
    },
  },
  {
    name: 'the students of another section read by an assistant',
    defenses: [ownSections],
    attempt: async (target) => {
      const running = await target.lesson();
      const { token } = running.teacher;
      const path = `/api/courses/${running.course._id}`;
      const { sections } = await target.must<Course>('POST', `${path}/sections`, {
        token,
        body: { name: 'B' },
      });
      const assistant = await target.teacher('Alan Assistant');
      await countAsVerified(target.system, assistant.id);
      const role = { role: 'assistant', sectionIds: [sections.at(-1)?._id] };
      await addStaff(target, running, assistant, role);
      const student = await target.student('Sam Secret');
      await target.must('POST', `${path}/enroll`, { token: student.token });
      const read = async (reader: Person) =>
        JSON.stringify((await target.call('GET', path, { token: reader.token })).body);
      if (!(await read(running.teacher)).includes(student.id)) throw new Error('the student is not enrolled');
      return (await read(assistant)).includes(student.id);
    },
  },
  {
    name: 'the owner of a course removed by a co-teacher, who takes it over first',
    defenses: [roleAllows],
    attempt: async (target) => {
      const { running, colleague } = await withColleague(target, { role: 'co-teacher' });
      const [{ id, token: ownerToken }, { token }] = [running.teacher, colleague];
      await target.call('POST', `${staffOf(running)}/${colleague.id}/hand-over`, { token });
      await target.call('DELETE', `${staffOf(running)}/${id}`, { token });
      const { body } = await target.call<unknown[]>('GET', '/api/courses', { token: ownerToken });
      return body.length === 0;
    },
  },
  {
    name: 'a role meant for a colleague, taken by an account with an address that is not its own',
    defenses: [verifiedOnly],
    attempt: async (target) => {
      const running = await target.lesson();
      const impostor = await target.teacher('Cora Colleague');
      await target.call('POST', staffOf(running), {
        token: running.teacher.token,
        body: { person: impostor.email, role: 'co-teacher' },
      });
      const path = `/api/courses/${running.course._id}`;
      return (await target.call('GET', path, { token: impostor.token })).status === 200;
    },
  },
  {
    name: 'a list of addresses tried for accounts of teachers',
    defenses: [fewLookups],
    attempt: async (target) => {
      const running = await target.lesson();
      const { token } = running.teacher;
      // Sequential, because a busy server would refuse some of thirty concurrent requests.
      for (let n = 0; n < 30; n += 1) {
        const body = { person: `guess${n}@campus.example`, role: 'auditor' };
        if ((await target.call('POST', staffOf(running), { token, body })).status !== 404) return false;
      }
      return true;
    },
  },
];
