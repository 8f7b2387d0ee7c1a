import type { Course } from '@qr-attendance/contracts';
import { countAsVerified } from '@qr-attendance/test-kit';
import type { Attack } from '../attack.ts';
import { verifiedColleagues } from '../defenses/auth-people.ts';
import { failedLookupLimit } from '../defenses/course.ts';
import {
  roleDates,
  sectionsOfSubstitute,
  sectionsOfAssistant,
  rolePermissions,
} from '../defenses/packages.ts';
import type { Lesson, Person } from '../target/people.ts';
import type { Target } from '../target/start-target.ts';

const staffOf = ({ course }: Lesson) => `/api/courses/${course._id}/staff`;
export const addStaff = ({ must }: Target, running: Lesson, { email }: Person, role: object) =>
  must('POST', staffOf(running), { token: running.teacher.token, body: { person: email, ...role } });
const withColleague = async (target: Target, role: object) => {
  const running = await target.lesson();
  const colleague = await target.teacher('Cora Colleague');
  await countAsVerified(target.system, colleague.id);
  await addStaff(target, running, colleague, role);
  return { running, colleague };
};

export const staffAttacks: Attack[] = [
  {
    name: 'a class of all sections canceled by a substitute for one of them',
    defenses: [sectionsOfSubstitute],
    attempt: async (target) => {
      const running = await target.lesson();
      const { course, session } = running;
      const substitute = await target.teacher('Sue Substitute');
      await countAsVerified(target.system, substitute.id);
      const days = { from: '2026-01-12', until: '2100-01-16' };
      await addStaff(target, running, substitute, {
        role: 'substitute',
        ...days,
        sectionIds: [course._id],
      });
      const path = `/api/sessions/${session._id}/cancel`;
      return (await target.call('POST', path, { token: substitute.token })).status === 200;
    },
  },
  {
    name: 'the requirements of a class lowered by an assistant',
    defenses: [rolePermissions],
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
    defenses: [rolePermissions],
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
    defenses: [roleDates],
    attempt: async (target) => {
      const past = { role: 'substitute', from: '2026-01-12', until: '2026-01-16' };
      const { running, colleague } = await withColleague(target, past);
      const path = `/api/attendance/roster?sessionId=${running.session._id}`;
      return (await target.call('GET', path, { token: colleague.token })).status === 200;
    },
  },
  {
    name: 'the students of another section read by an assistant',
    defenses: [sectionsOfAssistant],
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
    name: 'the owner of a course removed by a co-teacher who takes it over first',
    defenses: [rolePermissions],
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
    name: 'a colleague’s role obtained by an account with the colleague’s address',
    defenses: [verifiedColleagues],
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
    name: 'teachers’ accounts found by trying a list of addresses',
    defenses: [failedLookupLimit],
    attempt: async (target) => {
      const running = await target.lesson();
      const { token } = running.teacher;
      // The requests are sequential, because a busy server would reject some of thirty concurrent requests.
      for (let n = 0; n < 30; n += 1) {
        const body = { person: `guess${n}@campus.example`, role: 'auditor' };
        if ((await target.call('POST', staffOf(running), { token, body })).status !== 404) return false;
      }
      return true;
    },
  },
];
