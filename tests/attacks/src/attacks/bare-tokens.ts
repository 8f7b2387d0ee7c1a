import { randomUUID } from 'node:crypto';
import { type Course, NO_CHECKS, type Unit } from '@qr-attendance/contracts';
import { countAsVerified, holdsWithin } from '@qr-attendance/test-kit';
import pg from 'pg';
import type { Attack } from '../attack.ts';
import { roleNotices } from '../defenses/auth-people.ts';
import { changeNotices } from '../defenses/course.ts';
import { freshProofChecks } from '../defenses/packages.ts';
import { calendarAddressRevocation } from '../defenses/session.ts';
import { createAdmin } from '../target/create-admin.ts';
import { createOffice } from '../target/office.ts';
import type { Person } from '../target/people.ts';
import { signInByLink } from '../target/stolen-sign-in.ts';
import type { Target } from '../target/start-target.ts';

const WAIT_MS = 10_000;

/** Reads the outbox, because emails about several changes are combined. */
const isNotified = async ({ system }: Target, { id }: Person, messages: string[]): Promise<boolean> => {
  const client = new pg.Client({ connectionString: system.databases.auth });
  await client.connect();
  const count = async () => {
    const { rowCount } = await client.query(
      "SELECT FROM notices WHERE user_id = $1 AND details -> 'used' ->> 'what' = ANY ($2)",
      [id, messages],
    );
    return rowCount !== null && rowCount > 0;
  };
  return holdsWithin(WAIT_MS, count).finally(() => client.end());
};

const verifiedTeacher = async (target: Target, name?: string): Promise<Person> => {
  const teacher = await target.teacher(name);
  await countAsVerified(target.system, teacher.id);
  return teacher;
};
/**
 * Polls, because services receive a sign-out a moment later. A 429 does not prove that the calendar link is
 * revoked.
 */
const isEnded = ({ call }: Target, path: string): Promise<boolean> =>
  holdsWithin(WAIT_MS, async () => (await call('GET', path)).status === 404);
const staffedCourse = async (target: Target) => {
  const [owner, colleague] = [await verifiedTeacher(target), await verifiedTeacher(target, 'Mallory')];
  const { token } = owner;
  const body = { name: 'Optics', code: randomUUID().slice(0, 8), semester: 1 };
  const course = await target.must<Course>('POST', '/api/courses', { token, body });
  const staff = `/api/courses/${course._id}/staff`;
  await target.must('POST', staff, { token, body: { person: colleague.email, role: 'co-teacher' } });
  return { owner, handOver: `${staff}/${colleague.id}/hand-over` };
};

export const bareTokenAttacks: Attack[] = [
  {
    name: 'a lasting role in the institution assigned with an administrator’s stolen token',
    defenses: [...freshProofChecks],
    attempt: async (target) => {
      const [admin, accomplice] = [await createAdmin(target.system, target), await verifiedTeacher(target)];
      const unit = await target.must<Unit>('POST', '/api/units', {
        token: admin.token,
        body: { kind: 'institution', name: randomUUID() },
      });
      const { status } = await target.call('POST', `/api/units/${unit._id}/staff`, {
        token: await signInByLink(target, admin.email),
        body: { person: accomplice.email, role: 'institution-administrator' },
      });
      return status === 200;
    },
  },
  {
    name: 'teachers imported with an administrator’s stolen token',
    defenses: [...freshProofChecks],
    attempt: async (target) => {
      const office = await createOffice(target);
      const line = `${randomUUID()},Mallory,${randomUUID()}@campus.example,staff`;
      const { _id } = await office.preview('people', `person,name,email,role\n${line}`);
      const token = await signInByLink(target, office.admin.email);
      return (await target.call('POST', `/api/imports/${_id}/confirm`, { token, body: {} })).status === 200;
    },
  },
  {
    name: 'the institution’s requirements lowered with an administrator’s stolen token',
    defenses: [...freshProofChecks],
    attempt: async (target) => {
      const admin = await createAdmin(target.system, target);
      const token = await signInByLink(target, admin.email);
      const body = { floor: NO_CHECKS };
      return (await target.call('PUT', '/api/sessions/institution-policy', { token, body })).status === 200;
    },
  },
  {
    name: 'a course handed over with its teacher’s stolen token',
    defenses: [...freshProofChecks],
    attempt: async (target) => {
      const { owner, handOver } = await staffedCourse(target);
      const token = await signInByLink(target, owner.email);
      return (await target.call('POST', handOver, { token })).status === 200;
    },
  },
  {
    name: 'a calendar that can be read after its owner signed out everywhere',
    defenses: [...freshProofChecks, ...calendarAddressRevocation],
    attempt: async (target) => {
      const owner = await verifiedTeacher(target);
      const bare = await signInByLink(target, owner.email);
      const feed = (token: string) => target.call<{ path: string }>('POST', '/api/calendar/feed', { token });
      const stolen = await feed(bare);
      const { body } = stolen.status < 300 ? stolen : await feed(owner.token);
      await target.must('POST', '/api/auth/sign-out-everywhere', { token: owner.token });
      return !(await isEnded(target, body.path));
    },
  },
  {
    name: 'a course handed over without a notice to its previous owner',
    defenses: [roleNotices, changeNotices],
    attempt: async (target) => {
      const { owner, handOver } = await staffedCourse(target);
      await target.must('POST', handOver, { token: owner.token });
      return !(await isNotified(target, owner, ['course_handed_on', 'staff_handed_over']));
    },
  },
];
