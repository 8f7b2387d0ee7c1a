import { randomUUID } from 'node:crypto';
import type { Course, Unit } from '@qr-attendance/contracts';
import { countAsVerified } from '@qr-attendance/test-kit';
import type { Attack } from '../attack.ts';
import { admissionRole } from '../defenses/attendance.ts';
import { roleDates, rolePermissions } from '../defenses/packages.ts';
import { createAdmin } from '../target/create-admin.ts';
import type { Target } from '../target/start-target.ts';

const withUnitRole = async (target: Target, terms: object, inOther = false) => {
  const running = await target.lesson();
  const admin = await createAdmin(target.system, target);
  const createUnit = () =>
    target.must<Unit>('POST', '/api/units', {
      token: admin.token,
      body: { kind: 'faculty', name: randomUUID() },
    });
  const [own, other] = [await createUnit(), await createUnit()];
  const path = `/api/courses/${running.course._id}`;
  const { token } = running.teacher;
  const { name, code, section, semester, version } = await target.must<Course>('GET', path, { token });
  const body = { name, code, section, semester, version, unitId: own._id };
  await target.must('PUT', path, { token, body });
  const person = await target.teacher('Paula Program');
  await countAsVerified(target.system, person.id);
  await target.must('POST', `/api/units/${(inOther ? other : own)._id}/staff`, {
    token: admin.token,
    body: { person: person.email, ...terms },
  });
  return { running, person, path };
};
const PROGRAM = { role: 'program-administrator' };

export const unitAttacks: Attack[] = [
  {
    name: 'a course taken over by a program administrator of another faculty',
    defenses: [rolePermissions],
    attempt: async (target) => {
      const { person, path } = await withUnitRole(target, PROGRAM, true);
      const body = { person: person.email, role: 'co-teacher' };
      return (await target.call('POST', `${path}/staff`, { token: person.token, body })).status === 200;
    },
  },
  {
    name: 'a class canceled by the auditor of its faculty',
    defenses: [rolePermissions],
    attempt: async (target) => {
      const { running, person } = await withUnitRole(target, { role: 'auditor' });
      const path = `/api/sessions/${running.session._id}/cancel`;
      return (await target.call('POST', path, { token: person.token })).status === 200;
    },
  },
  {
    name: 'a student marked PRESENT by a program administrator who admits a rejected attempt',
    defenses: [admissionRole],
    attempt: async (target) => {
      const { running, person } = await withUnitRole(target, PROGRAM);
      const student = await target.student();
      const { status } = await target.mark(student, await target.scan(student, running));
      if (status === 201) throw new Error('the student was not refused');
      const body = { sessionId: running.session._id, studentId: student.id };
      await target.call('POST', '/api/attendance/refused/enroll', { token: person.token, body });
      return (await target.roster(running)).some(({ status: set }) => set === 'PRESENT');
    },
  },
  {
    name: 'a roster read by a program administrator after the last day',
    defenses: [roleDates],
    attempt: async (target) => {
      const { running, person } = await withUnitRole(target, { ...PROGRAM, until: '2026-01-16' });
      const path = `/api/attendance/roster?sessionId=${running.session._id}`;
      return (await target.call('GET', path, { token: person.token })).status === 200;
    },
  },
];
