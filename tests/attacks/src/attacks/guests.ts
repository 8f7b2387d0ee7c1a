import type { EnrollmentSettings, Roster } from '@qr-attendance/contracts';
import type { Attack } from '../attack.ts';
import { unverifiedGuestLimit } from '../defenses/attendance.ts';
import { guestCountAtWrite, guestLimit, guestPermission } from '../defenses/marking.ts';
import { inDatabase } from '../target/in-database.ts';
import type { Lesson, Student } from '../target/people.ts';
import type { Target } from '../target/start-target.ts';

const FLOOD = 100;
const UNPROVEN_FLOOD = 20;
const CROWD = 8;

/** Writes scans of other accounts to the database, which is faster than registering the accounts. */
const addGuests = (target: Target, { session }: Lesson, count: number) =>
  inDatabase(target, (client) =>
    client.query(
      `INSERT INTO scans (session_id, student_id, scanned_at)
       SELECT $1, gen_random_uuid(), now() FROM generate_series(1, $2::integer)`,
      [session._id, count],
    ),
  );

const addUnprovenGuests = (target: Target, { session }: Lesson, count: number) =>
  inDatabase(target, (client) =>
    client.query(
      `WITH stranger AS (
         INSERT INTO people (id, name, email, user_type, proven, version)
         SELECT gen_random_uuid(), 'Sid Stranger', gen_random_uuid() || '@campus.example', 'STUDENT', false, 1
           FROM generate_series(1, $2::integer) RETURNING id)
       INSERT INTO scans (session_id, student_id, scanned_at) SELECT $1, id, now() FROM stranger`,
      [session._id, count],
    ),
  );

const lessonWithGuests = async (target: Target): Promise<Lesson> => {
  const running = await target.lesson();
  const path = `/api/courses/${running.course._id}/enrollment-settings`;
  const { token } = running.teacher;
  await target.must<EnrollmentSettings>('PUT', path, {
    token,
    body: { mode: 'CLOSED', mayLeave: false, guests: true },
  });
  return running;
};
const marks = async (target: Target, student: Student, running: Lesson): Promise<boolean> => {
  const { status, body } = await target.verify(student, running.session.qrCode);
  if (status !== 200) throw new Error(`scanning: ${status} ${JSON.stringify(body)}`);
  return (await target.mark(student, body.ticket)).status === 201;
};
const rosterOf = ({ must }: Target, { session, teacher: { token } }: Lesson) =>
  must<Roster>('GET', `/api/attendance/roster?sessionId=${session._id}`, { token });

export const guestAttacks: Attack[] = [
  {
    name: 'a roster filled with guests by strangers’ accounts',
    defenses: [guestLimit, guestCountAtWrite],
    attempt: async (target) => {
      const running = await lessonWithGuests(target);
      await addGuests(target, running, FLOOD);
      await marks(target, await target.student('Sid Stranger'), running);
      return (await rosterOf(target, running)).entries.length > FLOOD;
    },
  },
  {
    name: 'more guests than places, marking at the same time',
    defenses: [guestCountAtWrite],
    attempt: async (target) => {
      const running = await lessonWithGuests(target);
      await addGuests(target, running, FLOOD - 2);
      const strangers: Student[] = [];
      for (let n = 0; n < CROWD; n += 1) strangers.push(await target.student(`Sid Stranger ${n}`));
      const tickets = await Promise.all(strangers.map((student) => target.scan(student, running)));
      await Promise.all(strangers.map((student, n) => target.mark(student, tickets[n] ?? '')));
      return (await rosterOf(target, running)).entries.length > FLOOD;
    },
  },
  {
    name: 'all guest places taken by disposable accounts',
    defenses: [unverifiedGuestLimit],
    attempt: async (target) => {
      const running = await lessonWithGuests(target);
      await addUnprovenGuests(target, running, UNPROVEN_FLOOD);
      return marks(target, await target.student('Sid Stranger'), running);
    },
  },
  {
    name: 'a guest in a class that accepts none',
    defenses: [guestPermission],
    attempt: async (target) => {
      const running = await target.lesson();
      return marks(target, await target.student('Sid Stranger'), running);
    },
  },
  {
    name: 'a removed student who returns as a guest',
    defenses: [guestPermission],
    attempt: async (target) => {
      const running = await target.lesson();
      const member = await target.member(running);
      const { _id } = running.course;
      const { token } = running.teacher;
      await target.must('DELETE', `/api/courses/${_id}/students/${member.id}`, { token });
      const path = `/api/courses/${_id}/enrollment-settings`;
      await target.must('PUT', path, { token, body: { mode: 'CLOSED', mayLeave: false, guests: true } });
      return marks(target, member, running);
    },
  },
];
