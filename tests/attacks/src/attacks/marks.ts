import type { RefusedTries } from '@qr-attendance/contracts';
import { createDevice } from '@qr-attendance/test-kit';
import type { Attack } from '../attack.ts';
import { enrolledStudentsFirst, namesOfTicketHolders, attemptListLength } from '../defenses/attendance.ts';
import {
  accountCheckAtMark,
  serverClock,
  markOwner,
  serverStatus,
  ticketOwner,
} from '../defenses/marking.ts';
import { fieldFilter, bodySignature } from '../defenses/packages.ts';
import { inDatabase } from '../target/in-database.ts';

const MINUTE = 60_000;
const LATE = 20 * MINUTE;

export const markAttacks: Attack[] = [
  {
    name: 'an honest student pushed off the list of rejected attempts by 510 disposable accounts',
    defenses: [enrolledStudentsFirst, attemptListLength],
    attempt: async (target) => {
      const running = await target.lesson({ policy: { requireDevice: true } });
      const honest = await target.member(running);
      const otherPhone = { ...honest, device: createDevice() };
      await target.mark(otherPhone, await target.scanSigned(otherPhone, running));
      const { _id } = running.session;
      await inDatabase(target, (client) =>
        client.query(
          `INSERT INTO refused_tries (session_id, student_id, reason, at)
           SELECT $1, gen_random_uuid(), 'not_enrolled', now() + make_interval(secs => i) FROM generate_series(1, 510) i`,
          [_id],
        ),
      );
      const { students } = await target.must<RefusedTries>(
        'GET',
        `/api/attendance/refused?sessionId=${_id}`,
        {
          token: running.teacher.token,
        },
      );
      return !students.some(({ student }) => student._id === honest.id);
    },
  },
  {
    name: 'a stolen ticket used by another student',
    defenses: [ticketOwner],
    attempt: async ({ lesson, member, scan, mark }) => {
      const running = await lesson();
      const [present, absent] = [await member(running), await member(running)];
      return (await mark(absent, await scan(present, running))).status === 201;
    },
  },
  {
    name: 'a stranger’s name on the teacher’s page after a scan by somebody else',
    defenses: [namesOfTicketHolders],
    attempt: async ({ lesson, member, student, scan, mark, must }) => {
      const running = await lesson();
      const [present, stranger] = [await member(running), await student()];
      await mark(stranger, await scan(present, running));
      const path = `/api/attendance/refused?sessionId=${running.session._id}`;
      const { students } = await must<RefusedTries>('GET', path, { token: running.teacher.token });
      return students.some(({ student: { _id } }) => _id === stranger.id);
    },
  },
  {
    name: 'a captured mark repeated unchanged by another student',
    defenses: [ticketOwner],
    attempt: async ({ lesson, member, scan, call }) => {
      const running = await lesson();
      const [present, absent] = [await member(running), await member(running)];
      const { device } = present;
      const captured = JSON.stringify({ ticket: await scan(present, running), deviceKey: device.publicKey });
      const headers = device.headersFor(captured);
      const { token } = absent;
      return (await call('POST', '/api/attendance', { token, body: captured, headers })).status === 201;
    },
  },
  {
    name: 'a captured signature with a different mark',
    defenses: [bodySignature],
    attempt: async ({ lesson, member, enroll, scan, mark, must }) => {
      const policy = { requireDevice: true };
      const [before, running] = [await lesson({ policy }), await lesson({ policy })];
      const victim = await member(before);
      const { token, device } = victim;
      const captured = JSON.stringify({ ticket: await scan(victim, before), deviceKey: device.publicKey });
      const headers = device.headersFor(captured);
      await must('POST', '/api/attendance', { token, body: captured, headers });
      await enroll(victim, running);
      return (await mark(victim, await scan(victim, running), {}, headers)).status === 201;
    },
  },
  {
    name: 'another student’s id in the body of a mark',
    defenses: [fieldFilter, markOwner, ticketOwner],
    attempt: async ({ lesson, member, scan, mark, roster }) => {
      const running = await lesson();
      const [present, absent] = [await member(running), await member(running)];
      await mark(present, await scan(present, running), { studentId: absent.id, student: absent.id });
      return (await roster(running)).some(({ student }) => student._id === absent.id);
    },
  },
  {
    name: 'a late student who sends the status PRESENT',
    defenses: [serverStatus],
    attempt: async ({ lesson, member, scan, mark }) => {
      const running = await lesson({ startTime: new Date(Date.now() - LATE).toISOString() });
      const late = await member(running);
      const { body } = await mark(late, await scan(late, running), { status: 'PRESENT' });
      return body['status'] === 'PRESENT';
    },
  },
  {
    name: 'a late student who sends an earlier time',
    defenses: [fieldFilter, serverClock],
    attempt: async ({ lesson, member, scan, mark }) => {
      const startTime = new Date(Date.now() - LATE);
      const running = await lesson({ startTime: startTime.toISOString() });
      const late = await member(running);
      const timestamp = new Date(startTime.getTime() + MINUTE).toISOString();
      const claims = { timestamp, madeAt: timestamp, markedAt: timestamp, time: timestamp };
      const { body } = await mark(late, await scan(late, running), claims);
      return body['status'] === 'PRESENT';
    },
  },
  {
    name: 'a mark by a record that was just merged, at a replica that has not reloaded its list',
    defenses: [accountCheckAtMark],
    attempt: async (target) => {
      const running = await target.lesson();
      const merged = await target.member(running);
      const ticket = await target.scan(merged, running);
      await inDatabase(target, (client) =>
        client.query('UPDATE people SET suspended = true WHERE id = $1', [merged.id]),
      );
      return (await target.mark(merged, ticket)).status === 201;
    },
  },
];
