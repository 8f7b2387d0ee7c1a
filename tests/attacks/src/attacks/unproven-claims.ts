import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { countAsVerified } from '@qr-attendance/test-kit';
import type { Attack } from '../attack.ts';
import {
  takeoverByImport,
  verifiedNumberSearch,
  knownTeacherCheck,
  recordPrecedence,
  takeoverByTeacher,
} from '../defenses/auth-people.ts';
import { teacherPrecedence } from '../defenses/registration.ts';
import { createOffice } from '../target/office.ts';
import { PASSWORD, type Person } from '../target/people.ts';
import { readMail } from '../target/read-mail.ts';
import type { Target } from '../target/start-target.ts';

const STRANGERS = 5;

const verifiedTeacher = async (target: Target): Promise<Person> => {
  const teacher = await target.teacher();
  await countAsVerified(target.system, teacher.id);
  return teacher;
};
const addTo = async (target: Target, teacher: Person, lines: object[]): Promise<string[]> => {
  const { token } = teacher;
  const body = { name: 'Optics', code: randomUUID().slice(0, 8), semester: 1 };
  const { _id } = await target.must<{ _id: string }>('POST', '/api/courses', { token, body });
  const path = `/api/courses/${_id}/students`;
  return (await target.must<{ outcomes: string[] }>('POST', path, { token, body: { lines } })).outcomes;
};
const signsIn = async ({ call }: Target, { email }: Person): Promise<boolean> =>
  (await call('POST', '/api/auth/login', { body: { email, password: PASSWORD } })).status === 200;

export const unprovenClaimAttacks: Attack[] = [
  {
    name: 'an import of new students blocked by registrations with guessed addresses',
    defenses: [takeoverByImport],
    attempt: async (target) => {
      const strangers = await Promise.all(
        Array.from({ length: STRANGERS }, () => target.newcomer('Mallory')),
      );
      const lines = strangers.map(({ email }) => `${randomUUID()},Rosa Parks,${email},student`);
      const office = await createOffice(target);
      const run = await office.preview('people', ['person,name,email,role', ...lines].join('\n'));
      await office.confirm(run, run.changesToConfirm);
      const [stranger] = strangers;
      return stranger !== undefined && signsIn(target, stranger);
    },
  },
  {
    name: 'a student kept off a roster by a registration with the guessed address',
    defenses: [takeoverByTeacher],
    attempt: async (target) => {
      const stranger = await target.newcomer('Mallory');
      const teacher = await verifiedTeacher(target);
      const office = await createOffice(target);
      const line = `${randomUUID()},${teacher.name},${teacher.email},staff`;
      const run = await office.preview('people', `person,name,email,role\n${line}`);
      await office.confirm(run, run.changesToConfirm);
      const lines = [{ person: stranger.email, name: 'Rosa Parks' }];
      return (await addTo(target, teacher, lines))[0] !== 'created';
    },
  },
  {
    name: 'a student’s account with an unverified address reset by a self-registered teacher who lists the address',
    defenses: [knownTeacherCheck],
    attempt: async (target) => {
      const student = await target.newcomer('Rosa Parks');
      const lines = [{ person: student.email, name: 'Rosa Parks' }];
      await addTo(target, await verifiedTeacher(target), lines);
      return !(await signsIn(target, student));
    },
  },
  {
    name: 'an imported student hidden or replaced by registrations with the guessed number',
    defenses: [recordPrecedence, verifiedNumberSearch],
    attempt: async (target) => {
      const usn = randomUUID().slice(0, 12);
      const office = await createOffice(target);
      const line = `${randomUUID()},Rosa Parks,${randomUUID()}@campus.example,student,${usn}`;
      await office.confirm(await office.preview('people', `person,name,email,role,usn\n${line}`));
      const body = {
        userType: 'STUDENT',
        name: 'Mallory',
        email: `${randomUUID()}@campus.example`,
        usn,
        password: PASSWORD,
        regNo: 'R1',
        department: 'Electronics',
        semester: 3,
      };
      await target.must('POST', '/api/auth/register', { body });
      return (await addTo(target, await verifiedTeacher(target), [{ person: usn }]))[0] !== 'added';
    },
  },
  {
    name: 'a future colleague permanently made a student by listing the address',
    defenses: [teacherPrecedence],
    attempt: async (target) => {
      const email = `${randomUUID()}@campus.example`;
      await addTo(target, await verifiedTeacher(target), [
        { person: email, name: 'Future Colleague', email },
      ]);
      const form = { name: 'Future Colleague', department: 'Electronics', employeeId: 'E1' };
      const body = { ...form, userType: 'TEACHER', email, password: PASSWORD };
      await target.call('POST', '/api/auth/register', { body });
      const mails = join(target.system.dataDir, 'mails');
      const token = await readMail(mails, email, /\/finish-registration#(\S+)/);
      const path = '/api/auth/registration-link/open';
      return (
        (await target.must<{ userType: string }>('POST', path, { body: { token } })).userType === 'STUDENT'
      );
    },
  },
];
