import { eventually, holdsWithin } from '@qr-attendance/test-kit';
import type { Attack } from '../attack.ts';
import { presenceCheckVerdicts, checkAnswersPerKey } from '../defenses/attendance.ts';
import { presenceCheckPeriod } from '../defenses/session.ts';
import { inDatabase } from '../target/in-database.ts';
import type { Lesson, Student } from '../target/people.ts';
import type { Target } from '../target/start-target.ts';

const hold = ({ lesson }: Target): Promise<Lesson> => lesson({ policy: { presenceCheck: 'review' } });
const ask = ({ must }: Target, { teacher: { token }, session }: Lesson) =>
  must('POST', `/api/sessions/${session._id}/presence-check`, { token });
const answer = async ({ call }: Target, { token, device }: Student, ticket: string): Promise<boolean> => {
  const body = JSON.stringify({ ticket, deviceKey: device.publicKey });
  const headers = device.headersFor(body);
  return (await call('POST', '/api/attendance/presence-check', { token, body, headers })).status === 200;
};
const hasAnswered = async ({ roster }: Target, running: Lesson, student: Student): Promise<boolean> =>
  (await roster(running)).some((mark) => mark.student._id === student.id && mark.presenceCheck?.answeredAt);

const passTime = async (target: Target, { session }: Lesson): Promise<void> => {
  const update = `
    UPDATE sessions SET presence_check = jsonb_build_object(
        'openedAt', now() - interval '20 min', 'endsAt', now() - interval '19 min', 'confirmed', true)
     WHERE id = $1 AND presence_check IS NOT NULL`;
  await inDatabase(target, async (client) => {
    // The check is judged once, as soon as it ends, so the scans must be older than the check.
    await client.query(`UPDATE scans SET scanned_at = now() - interval '40 min' WHERE session_id = $1`, [
      session._id,
    ]);
    await eventually(async () => {
      if ((await client.query(update, [session._id])).rowCount !== 1) throw new Error('not heard of yet');
    });
  });
};
/** Longer than the service's polling interval. */
const TIMEOUT_MS = 15_000;

export const presenceCheckAttacks: Attack[] = [
  {
    name: 'a mark with a photo at the start, and an absence during the presence check, without a flag for the teacher',
    defenses: [presenceCheckVerdicts],
    attempt: async (target) => {
      const running = await hold(target);
      const [here, absent] = [await target.member(running), await target.member(running)];
      for (const student of [here, absent])
        await target.mark(student, await target.scanSigned(student, running));
      await ask(target, running);
      if (!(await answer(target, here, await target.scanSigned(here, running)))) return false;
      await passTime(target, running);
      const isFlagged = async () =>
        (await target.flagsIn(running)).get(absent.id)?.includes('presence_check_missed') === true;
      return !(await holdsWithin(TIMEOUT_MS, isFlagged));
    },
  },
  {
    name: 'a presence check answered for an absent friend by a phone in the room',
    defenses: [checkAnswersPerKey],
    attempt: async (target) => {
      const running = await hold(target);
      const [friend, absent] = [await target.member(running), await target.member(running)];
      for (const student of [friend, absent])
        await target.mark(student, await target.scanSigned(student, running));
      await ask(target, running);
      const lent = { ...absent, device: friend.device };
      const ticket = await target.scanSigned(lent, running);
      if (!(await answer(target, lent, ticket))) await target.mark(lent, ticket);
      return hasAnswered(target, running, absent);
    },
  },
  {
    name: 'a presence check answered with a stored scan from the start',
    defenses: [presenceCheckPeriod],
    attempt: async (target) => {
      const running = await hold(target);
      const absent = await target.member(running);
      const ticket = await target.scanSigned(absent, running);
      await target.mark(absent, ticket);
      await ask(target, running);
      return (await answer(target, absent, ticket)) || (await hasAnswered(target, running, absent));
    },
  },
];
