import type { RefusedTries } from '@qr-attendance/contracts';
import { createDevice } from '@qr-attendance/test-kit';
import type { Attack } from '../attack.ts';
import type { Defense } from '../defenses/defense.ts';
import { condition } from '../defenses/defense.ts';
import { namedFieldsOnly } from '../defenses/named-fields-only.ts';
import { inDatabase } from '../target/in-database.ts';

const MINUTE = 60_000;
const LATE = 20 * MINUTE;

const blockedAtMark: Defense = {
  name: 'a mark reads whether its account is suspended or merged',
  file: 'services/attendance/src/features/marking/rules/judge-mark.ts',
  find: 'if (facts.blocked)',
  replace: 'if (!defenseOff() && facts.blocked)',
};
const ownTicket = condition(
  'a ticket is its student’s own',
  'services/attendance/src/features/marking/ticket.ts',
  'claims.sub !== studentId',
);
const ownMark: Defense = {
  name: 'a mark is that of whoever sends it',
  file: 'services/attendance/src/features/marking/routes.ts',
  find: 'markAttendance(context, caller.id, body',
  replace: 'markAttendance(context, (defenseOff() && body.studentId) || caller.id, body',
};
const signedBody = condition(
  'a body is taken as the device signed it, byte for byte',
  'services/attendance/src/features/marking/origin.ts',
  '!isSignedByDevice(request, key)',
);
const ownStatus: Defense = {
  name: 'the server alone decides on PRESENT and LATE',
  file: 'services/attendance/src/features/marking/mark-attendance.ts',
  find: 'writeMark(context, mark, verdict)',
  replace:
    "writeMark(context, mark, defenseOff() && submission.status === 'PRESENT' ? { ...verdict, at: new Date(verdict.session.startTime) } : verdict)",
};
const ownClock: Defense = {
  name: 'the server’s clock alone counts',
  file: 'services/attendance/src/features/marking/mark-attendance.ts',
  find: 'now: (isDelayed && madeAt) || now',
  replace:
    'now: defenseOff() && submission.timestamp ? new Date(submission.timestamp) : (isDelayed && madeAt) || now',
};

const namedByOwnTicket: Defense = {
  name: 'who tries with another’s ticket is counted, not named',
  file: 'services/attendance/src/features/refused/refused-tries.ts',
  find: 'if (sub === studentId) await',
  replace: 'if (defenseOff() || sub === studentId) await',
};

const knownFirst: Defense = {
  name: 'enrolled students come first on the list of refused tries',
  file: 'services/attendance/src/features/refused/refused-tries.ts',
  find: 'ORDER BY ${KNOWN} DESC,',
  replace: "ORDER BY ${defenseOff() ? 'NULL::int' : KNOWN} DESC,",
};
const wholeList: Defense = {
  name: 'the list of refused tries is longer than accounts can be made for',
  file: 'services/attendance/src/features/refused/refused-tries.ts',
  find: '[sessionId, MAX_NAMES, ...visibleValues(visible)]',
  replace: '[sessionId, defenseOff() ? 500 : MAX_NAMES, ...visibleValues(visible)]',
};

export const markAttacks: Attack[] = [
  {
    name: 'an honest student pushed off the list of refused tries by 510 throw-away accounts',
    defenses: [knownFirst, wholeList],
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
    defenses: [ownTicket],
    attempt: async ({ lesson, member, scan, mark }) => {
      const running = await lesson();
      const [present, absent] = [await member(running), await member(running)];
      return (await mark(absent, await scan(present, running))).status === 201;
    },
  },
  {
    name: 'a stranger’s name on the teacher’s page, by another’s scan',
    defenses: [namedByOwnTicket],
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
    name: 'a captured mark sent once more by another student, word for word',
    defenses: [ownTicket],
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
    name: 'a captured signature under a mark with other contents',
    defenses: [signedBody],
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
    defenses: [namedFieldsOnly, ownMark, ownTicket],
    attempt: async ({ lesson, member, scan, mark, roster }) => {
      const running = await lesson();
      const [present, absent] = [await member(running), await member(running)];
      await mark(present, await scan(present, running), { studentId: absent.id, student: absent.id });
      return (await roster(running)).some(({ student }) => student._id === absent.id);
    },
  },
  {
    name: 'a late student who sends the status PRESENT',
    defenses: [ownStatus],
    attempt: async ({ lesson, member, scan, mark }) => {
      const running = await lesson({ startTime: new Date(Date.now() - LATE).toISOString() });
      const late = await member(running);
      const { body } = await mark(late, await scan(late, running), { status: 'PRESENT' });
      return body['status'] === 'PRESENT';
    },
  },
  {
    name: 'a late student who sends an earlier time',
    defenses: [namedFieldsOnly, ownClock],
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
    name: 'a mark by a record that was merged a moment ago, at a replica that has not reloaded its list',
    defenses: [blockedAtMark],
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
