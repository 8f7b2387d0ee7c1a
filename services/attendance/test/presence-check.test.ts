import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OPEN_POLICY, type AttendanceRecord, type AuditEntry } from '@qr-attendance/contracts';
import type { SessionChanged } from '@qr-attendance/contracts/events';
import { thumbprintOf } from '@qr-attendance/server';
import { eventually, createDevice } from '@qr-attendance/test-kit';
import { ago, person, startCampus, TRY_AGAIN, type Campus, type HeldClass, type Member } from './campus.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await startCampus();
});
afterAll(() => campus.stop());

const NOTHING = {
  requirePin: false,
  requireBiometric: false,
  requireDeviceVerification: false,
  requireSelfie: false,
};
const secondsAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60;
const policyOf = (presenceCheck: string): SessionChanged['policy'] => ({ ...OPEN_POLICY, presenceCheck });
/** A class that runs, and asks once more. */
const hold = (students: number, presenceCheck = 'review', requirePin = false) => {
  const policy = { ...policyOf(presenceCheck), requirePin };
  const changes = { startTime: ago(50), lateAfterMinutes: 0, policy };
  return campus.holdClass(students, changes, { preferences: NOTHING });
};
const boundTo = ({ device }: Pick<Member, 'device'>) => ({ cnf: { jkt: thumbprintOf(device.publicKey) } });
const ticketFor = (held: HeldClass, member: Member, claims: object = { presenceCheckAt: secondsAgo(0) }) =>
  campus.services.ticketFor({
    userId: member.user.id,
    sessionId: held.session.id,
    courseId: held.course.id,
    ...boundTo(member),
    ...claims,
  });
const answer = (
  held: HeldClass,
  member: Member,
  { ticket = ticketFor(held, member), device = member.device, more = {} } = {},
) => {
  const body = JSON.stringify({ ticket, deviceKey: device.publicKey, ...more });
  return campus.ask(member.user, 'POST', '/api/attendance/presence-check', body, device.headersFor(body));
};
const answered = { presenceCheck: { answeredAt: expect.any(String) } };
const needsProofs = { status: 409, body: { code: 'presence_check_needs_proofs' } };

describe('The answer to a presence check', () => {
  it('requires only a scan by the key that marked, and counts once', async () => {
    const held = await hold(1);
    const [member] = held.members as [Member];
    expect(await held.mark(member)).toMatchObject({ status: 201 });
    const at = secondsAgo(2);
    const ticket = ticketFor(held, member, { presenceCheckAt: at });
    const answeredAt = new Date(at * 1000).toISOString();
    for (const _time of [1, 2])
      expect(await answer(held, member, { ticket })).toMatchObject({
        status: 200,
        body: { status: 'PRESENT', presenceCheck: { answeredAt } },
      });
    // The last answer is kept, also if an earlier one arrives after it.
    const last = { presenceCheck: { answeredAt: new Date((at + 1) * 1000).toISOString() } };
    const again = ticketFor(held, member, { presenceCheckAt: at + 1 });
    for (const next of [again, ticket])
      expect((await answer(held, member, { ticket: next })).body).toMatchObject(last);
    expect(await held.roster()).toMatchObject([last]);
  });

  it('is accepted late from bad Wi-Fi, like a mark', async () => {
    const held = await hold(1);
    const [member] = held.members as [Member];
    await held.mark(member);
    const claims = { iat: secondsAgo(8), presenceCheckAt: secondsAgo(8) };
    const ticket = campus.services.ticketFor(
      {
        userId: member.user.id,
        sessionId: held.session.id,
        courseId: held.course.id,
        ...boundTo(member),
        ...claims,
      },
      120,
    );
    expect(await answer(held, member, { ticket })).toMatchObject({
      status: 403,
      body: { code: 'ticket_invalid' },
    });
    const more = { madeAt: ago(7) };
    expect(await answer(held, member, { ticket, more })).toMatchObject({ status: 200, body: answered });
  });

  it('is also a mark if there was none, and then requires its proofs', async () => {
    const held = await hold(1);
    const [member] = held.members as [Member];
    expect(await answer(held, member)).toMatchObject(needsProofs);
    expect(await held.roster()).toEqual([]);
    const ticket = ticketFor(held, member);
    expect(await held.mark(member, { ticket })).toMatchObject({ status: 201, body: answered });
    expect(await held.roster()).toMatchObject([answered]);
  });

  it('by another key requires the usual proofs, and a device that nobody else uses', async () => {
    const held = await hold(2, 'review', true);
    const [member, friend] = held.members as [Member, Member];
    await held.mark(member);
    await held.mark(friend);
    const other = { ...member, device: createDevice() };
    expect(await answer(held, other)).toMatchObject(needsProofs);
    const ticket = ticketFor(held, other);
    expect(await held.mark(other, { ticket, pin: '0000' })).toMatchObject(TRY_AGAIN);
    expect((await held.roster()).every(({ presenceCheck }) => presenceCheck === undefined)).toBe(true);
    const lent = { ...member, device: friend.device };
    expect(await answer(held, lent)).toMatchObject(needsProofs);
    expect(await held.mark(lent, { ticket: ticketFor(held, lent) })).toMatchObject({
      status: 409,
      body: { code: 'device_already_used' },
    });
    expect(await held.mark(other, { ticket })).toMatchObject({ status: 201, body: answered });
    const flags = (await held.roster()).map(({ flags: found = [] }) => found.map(({ reason }) => reason));
    expect(flags).toEqual([['device_shared'], ['device_shared']]);
  });

  it('is rejected for others, too late, without a signature, and without a presence check', async () => {
    const held = await hold(2);
    const [member, other] = held.members as [Member, Member];
    await held.mark(member);
    await held.mark(other);
    const unasked = ticketFor(held, member, {});
    expect(await answer(held, member, { ticket: unasked })).toMatchObject({
      status: 409,
      body: { code: 'no_presence_check' },
    });
    const foreign = { ticket: ticketFor(held, other) };
    expect(await answer(held, member, foreign)).toMatchObject({
      status: 403,
      body: { code: 'ticket_not_yours' },
    });
    expect(await answer(held, member, { device: other.device })).toMatchObject({
      status: 403,
      body: { code: 'ticket_other_browser' },
    });
    const handedOn = { ticket: ticketFor(held, member, { cnf: undefined, presenceCheckAt: secondsAgo(0) }) };
    expect(await answer(held, member, handedOn)).toMatchObject(needsProofs);
    const bare = { ticket: ticketFor(held, member) };
    const path = '/api/attendance/presence-check';
    expect(await campus.ask(member.user, 'POST', path, bare)).toMatchObject({ status: 403 });
    expect(await campus.ask(member.user, 'POST', path, {})).toMatchObject({ status: 400 });
    expect(await campus.ask(person('TEACHER', 'Ada'), 'POST', path, bare)).toMatchObject({ status: 403 });
    expect((await held.roster()).every(({ presenceCheck }) => presenceCheck === undefined)).toBe(true);
  });
});

/** As the session service tells of a presence check that a wall showed to its end, so many minutes ago. */
const tellLook = (held: HeldClass, minutes: number, more: Partial<SessionChanged> = {}, confirmed = true) =>
  campus.publishSession({
    ...held.session,
    presenceCheck: { openedAt: ago(minutes), endsAt: ago(minutes - 1), confirmed },
    version: held.session.version + 1,
    ...more,
  });
/** Marks were made that long ago. */
const age = (held: HeldClass, minutes: number) =>
  campus.database.query('UPDATE scans SET scanned_at = $2 WHERE session_id = $1', [
    held.session.id,
    ago(minutes),
  ]);
const isJudged = async ({ session }: HeldClass) => {
  const { rows } = await campus.database.query<{ done: boolean }>(
    'SELECT presence_check_judged_at IS NOT NULL AS done FROM sessions WHERE id = $1',
    [session.id],
  );
  expect(rows[0]?.done).toBe(true);
};
const judged = async (...all: HeldClass[]) => {
  for (const held of all) await eventually(() => isJudged(held));
};
const ofMember = async (held: HeldClass, { user }: Member): Promise<AttendanceRecord> =>
  (await held.roster()).find(({ student }) => student._id === user.id)!;
const reasonsOf = ({ flags = [] }: AttendanceRecord) => flags.map(({ reason }) => reason);
const historyOf = async ({ user }: Member, { _id }: AttendanceRecord) => {
  const { body } = await campus.ask(user, 'GET', `/api/attendance/${_id}/history`);
  return body as AuditEntry[];
};
/** All mark, some answer. */
const attend = async (held: HeldClass, answering: Member[]) => {
  for (const member of held.members) expect(await held.mark(member)).toMatchObject({ status: 201 });
  for (const member of answering) expect(await answer(held, member)).toMatchObject({ status: 200 });
  await age(held, 40);
};

describe('A student who missed a presence check', () => {
  it('is flagged or late according to the policy, but not if it was not announced or the teacher decided', async () => {
    const review = await hold(4);
    const late = await hold(2, 'late');
    const unseen = await hold(3);
    const unconfirmed = await hold(2);
    const off = await hold(2, 'off');
    const [here, gone, manual, after] = review.members as [Member, Member, Member, Member];
    const [lateHere, lateGone] = late.members as [Member, Member];
    for (const member of [here, gone]) expect(await review.mark(member)).toMatchObject({ status: 201 });
    expect(await answer(review, here)).toMatchObject({ status: 200 });
    await age(review, 40);
    const byHand = {
      sessionId: review.session.id,
      studentId: manual.user.id,
      status: 'PRESENT',
      reason: 'Seen',
    };
    const manually = await campus.ask(review.teacher, 'POST', '/api/attendance/by-hand', byHand);
    expect(manually.status).toBe(200);
    await review.mark(after);
    await attend(late, [lateHere]);
    await attend(unseen, unseen.members.slice(0, 1));
    await attend(unconfirmed, unconfirmed.members.slice(0, 1));
    await attend(off, off.members.slice(0, 1));
    for (const held of [review, late, unseen, off]) await tellLook(held, 20);
    await tellLook(unconfirmed, 20, {}, false);
    await judged(review, late, unseen);

    const missed = await ofMember(review, gone);
    expect(missed).toMatchObject({ status: 'PRESENT', presenceCheck: { missed: true }, risk: 3 });
    expect(reasonsOf(missed)).toEqual(['presence_check_missed']);
    for (const member of [here, manual, after]) {
      const record = await ofMember(review, member);
      expect(record.status).toBe('PRESENT');
      expect(reasonsOf(record)).toEqual([]);
    }

    const counted = await ofMember(late, lateGone);
    expect(counted).toMatchObject({ status: 'LATE', presenceCheck: { missed: true } });
    expect(reasonsOf(counted)).toEqual([]);
    expect((await historyOf(lateGone, counted)).at(-1)).toMatchObject({
      action: 'presence_check_missed',
      actor: null,
      from: 'PRESENT',
      to: 'LATE',
    });
    expect(await ofMember(late, lateHere)).toMatchObject({ status: 'PRESENT' });

    // Fewer than half saw it: most likely the room could not.
    for (const held of [unseen, unconfirmed, off])
      for (const record of await held.roster()) {
        expect(record.status).toBe('PRESENT');
        expect(reasonsOf(record)).toEqual([]);
        expect(record.presenceCheck?.missed).toBeUndefined();
      }

    // An answer that arrives after all, as of a student with much extra time.
    expect(await answer(review, gone)).toMatchObject({ status: 200 });
    expect(reasonsOf(await ofMember(review, gone))).toEqual([]);
    expect(await answer(late, lateGone)).toMatchObject({ status: 200 });
    const corrected = await ofMember(late, lateGone);
    expect(corrected).toMatchObject({ status: 'PRESENT', ...answered });
    expect((await historyOf(lateGone, corrected)).at(-1)).toMatchObject({
      action: 'presence_check_answered',
      actor: null,
      from: 'LATE',
      to: 'PRESENT',
    });

    // Its session is edited: what the teacher decides stays, what followed from the look does too.
    const decision = { decision: 'correct', status: 'EXCUSED', reason: 'Had to leave' };
    const path = `/api/attendance/${(await ofMember(late, lateHere))._id}/review`;
    expect((await campus.ask(late.teacher, 'POST', path, decision)).status).toBe(200);
    await tellLook(late, 20, { version: 3, lateAfterMinutes: 15 });
    await eventually(async () => expect(await ofMember(late, lateHere)).toMatchObject({ status: 'EXCUSED' }));
  });

  it('may have answered an earlier check that was void', async () => {
    const held = await hold(4, 'late');
    const few = await hold(2);
    const answerVoid = (of: HeldClass, member: Member) =>
      answer(of, member, { ticket: ticketFor(of, member, { presenceCheckAt: secondsAgo(30) }) });
    const [stayed, left, silent, other] = held.members as [Member, Member, Member, Member];
    const [early] = few.members as [Member, Member];
    await attend(held, []);
    await attend(few, []);
    for (const member of [stayed, left])
      expect(await answerVoid(held, member)).toMatchObject({ status: 200, body: answered });
    expect(await answerVoid(few, early)).toMatchObject({ status: 200, body: answered });
    for (const member of [stayed, other]) expect(await answer(held, member)).toMatchObject({ status: 200 });
    await tellLook(held, 20);
    await tellLook(few, 20);
    await judged(held, few);

    for (const member of [left, silent]) {
      const record = await ofMember(held, member);
      expect(record.status).toBe('LATE');
      expect(record.presenceCheck).toEqual({ missed: true });
      expect((await historyOf(member, record)).at(-1)).toMatchObject({
        action: 'presence_check_missed',
        from: 'PRESENT',
        to: 'LATE',
      });
    }
    for (const member of [stayed, other])
      expect(await ofMember(held, member)).toMatchObject({ status: 'PRESENT', ...answered });

    // Nobody answered the check that counts.
    for (const record of await few.roster()) {
      expect(reasonsOf(record)).toEqual([]);
      expect(record.presenceCheck?.missed).toBeUndefined();
    }
  });

  it('is part of a person’s data, and the key is deleted with the person', async () => {
    const held = await hold(1);
    const [member] = held.members as [Member];
    await held.mark(member);
    await answer(held, member);
    const mine = await campus.ask(member.user, 'GET', '/api/attendance/my-data');
    expect((mine.body as { records: Record<string, unknown> }).records['presenceChecks']).toMatchObject([
      {
        sessionId: held.session.id,
        answeredAt: expect.any(String),
        deviceKey: thumbprintOf(member.device.publicKey),
      },
    ]);
    await campus.erase(member.user);
    await eventually(async () => {
      const { rows } = await campus.database.query(
        'SELECT device_key, answered_at IS NOT NULL AS answered FROM presence_checks WHERE student_id = $1',
        [member.user.id],
      );
      expect(rows).toEqual([{ device_key: null, answered: true }]);
    });
  });
});
