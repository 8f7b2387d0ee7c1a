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
const hold = (students: number, presenceCheck = 'review', requirePin = false) => {
  const policy = { ...policyOf(presenceCheck), requirePin };
  const changes = { startTime: ago(50), lateAfterMinutes: 0, policy };
  return campus.holdClass(students, changes, { preferences: NOTHING });
};
const boundTo = ({ device }: Pick<Member, 'device'>) => ({ cnf: { jkt: thumbprintOf(device.publicKey) } });
const ticketFor = (
  heldClass: HeldClass,
  member: Member,
  claims: object = { presenceCheckAt: secondsAgo(0) },
) =>
  campus.services.ticketFor({
    userId: member.user.id,
    sessionId: heldClass.session.id,
    courseId: heldClass.course.id,
    ...boundTo(member),
    ...claims,
  });
const answer = (
  heldClass: HeldClass,
  member: Member,
  { ticket = ticketFor(heldClass, member), device = member.device, more = {} } = {},
) => {
  const body = JSON.stringify({ ticket, deviceKey: device.publicKey, ...more });
  return campus.ask(member.user, 'POST', '/api/attendance/presence-check', body, device.headersFor(body));
};
const answered = { presenceCheck: { answeredAt: expect.any(String) } };
const needsProofs = { status: 409, body: { code: 'presence_check_needs_proofs' } };

describe('The answer to a presence check', () => {
  it('requires only a scan signed by the same key as the mark, and counts once', async () => {
    const heldClass = await hold(1);
    const [member] = heldClass.members as [Member];
    expect(await heldClass.mark(member)).toMatchObject({ status: 201 });
    const at = secondsAgo(2);
    const ticket = ticketFor(heldClass, member, { presenceCheckAt: at });
    const answeredAt = new Date(at * 1000).toISOString();
    for (const _time of [1, 2])
      expect(await answer(heldClass, member, { ticket })).toMatchObject({
        status: 200,
        body: { status: 'PRESENT', presenceCheck: { answeredAt } },
      });
    // The last answer is kept, even if an earlier one arrives after it.
    const last = { presenceCheck: { answeredAt: new Date((at + 1) * 1000).toISOString() } };
    const again = ticketFor(heldClass, member, { presenceCheckAt: at + 1 });
    for (const next of [again, ticket])
      expect((await answer(heldClass, member, { ticket: next })).body).toMatchObject(last);
    expect(await heldClass.roster()).toMatchObject([last]);
  });

  it('is accepted late over bad Wi-Fi, like a mark', async () => {
    const heldClass = await hold(1);
    const [member] = heldClass.members as [Member];
    await heldClass.mark(member);
    const claims = { iat: secondsAgo(8), presenceCheckAt: secondsAgo(8) };
    const ticket = campus.services.ticketFor(
      {
        userId: member.user.id,
        sessionId: heldClass.session.id,
        courseId: heldClass.course.id,
        ...boundTo(member),
        ...claims,
      },
      120,
    );
    expect(await answer(heldClass, member, { ticket })).toMatchObject({
      status: 403,
      body: { code: 'ticket_invalid' },
    });
    const more = { madeAt: ago(7) };
    expect(await answer(heldClass, member, { ticket, more })).toMatchObject({ status: 200, body: answered });
  });

  it('also marks a student without a mark, and then requires all proofs', async () => {
    const heldClass = await hold(1);
    const [member] = heldClass.members as [Member];
    expect(await answer(heldClass, member)).toMatchObject(needsProofs);
    expect(await heldClass.roster()).toEqual([]);
    const ticket = ticketFor(heldClass, member);
    expect(await heldClass.mark(member, { ticket })).toMatchObject({ status: 201, body: answered });
    expect(await heldClass.roster()).toMatchObject([answered]);
  });

  it('requires the usual proofs, and a device that nobody else uses, if it is signed by another key', async () => {
    const heldClass = await hold(2, 'review', true);
    const [member, friend] = heldClass.members as [Member, Member];
    await heldClass.mark(member);
    await heldClass.mark(friend);
    const other = { ...member, device: createDevice() };
    expect(await answer(heldClass, other)).toMatchObject(needsProofs);
    const ticket = ticketFor(heldClass, other);
    expect(await heldClass.mark(other, { ticket, pin: '0000' })).toMatchObject(TRY_AGAIN);
    expect((await heldClass.roster()).every(({ presenceCheck }) => presenceCheck === undefined)).toBe(true);
    const lent = { ...member, device: friend.device };
    expect(await answer(heldClass, lent)).toMatchObject(needsProofs);
    expect(await heldClass.mark(lent, { ticket: ticketFor(heldClass, lent) })).toMatchObject({
      status: 409,
      body: { code: 'device_already_used' },
    });
    expect(await heldClass.mark(other, { ticket })).toMatchObject({ status: 201, body: answered });
    const flags = (await heldClass.roster()).map(({ flags: found = [] }) =>
      found.map(({ reason }) => reason),
    );
    expect(flags).toEqual([['device_shared'], ['device_shared']]);
  });

  it('is rejected for other people, if it is late or unsigned, and without a presence check', async () => {
    const heldClass = await hold(2);
    const [member, other] = heldClass.members as [Member, Member];
    await heldClass.mark(member);
    await heldClass.mark(other);
    const unasked = ticketFor(heldClass, member, {});
    expect(await answer(heldClass, member, { ticket: unasked })).toMatchObject({
      status: 409,
      body: { code: 'no_presence_check' },
    });
    const foreign = { ticket: ticketFor(heldClass, other) };
    expect(await answer(heldClass, member, foreign)).toMatchObject({
      status: 403,
      body: { code: 'ticket_not_yours' },
    });
    expect(await answer(heldClass, member, { device: other.device })).toMatchObject({
      status: 403,
      body: { code: 'ticket_other_browser' },
    });
    const handedOn = {
      ticket: ticketFor(heldClass, member, { cnf: undefined, presenceCheckAt: secondsAgo(0) }),
    };
    expect(await answer(heldClass, member, handedOn)).toMatchObject(needsProofs);
    const bare = { ticket: ticketFor(heldClass, member) };
    const path = '/api/attendance/presence-check';
    expect(await campus.ask(member.user, 'POST', path, bare)).toMatchObject({ status: 403 });
    expect(await campus.ask(member.user, 'POST', path, {})).toMatchObject({ status: 400 });
    expect(await campus.ask(person('TEACHER', 'Ada'), 'POST', path, bare)).toMatchObject({ status: 403 });
    expect((await heldClass.roster()).every(({ presenceCheck }) => presenceCheck === undefined)).toBe(true);
  });
});

const publishCheck = (
  heldClass: HeldClass,
  minutes: number,
  more: Partial<SessionChanged> = {},
  confirmed = true,
) =>
  campus.publishSession({
    ...heldClass.session,
    presenceCheck: { openedAt: ago(minutes), endsAt: ago(minutes - 1), confirmed },
    version: heldClass.session.version + 1,
    ...more,
  });
const age = (heldClass: HeldClass, minutes: number) =>
  campus.database.query('UPDATE scans SET scanned_at = $2 WHERE session_id = $1', [
    heldClass.session.id,
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
  for (const heldClass of all) await eventually(() => isJudged(heldClass));
};
const ofMember = async (heldClass: HeldClass, { user }: Member): Promise<AttendanceRecord> =>
  (await heldClass.roster()).find(({ student }) => student._id === user.id)!;
const reasonsOf = ({ flags = [] }: AttendanceRecord) => flags.map(({ reason }) => reason);
const historyOf = async ({ user }: Member, { _id }: AttendanceRecord) => {
  const { body } = await campus.ask(user, 'GET', `/api/attendance/${_id}/history`);
  return body as AuditEntry[];
};
const attend = async (heldClass: HeldClass, answering: Member[]) => {
  for (const member of heldClass.members) expect(await heldClass.mark(member)).toMatchObject({ status: 201 });
  for (const member of answering) expect(await answer(heldClass, member)).toMatchObject({ status: 200 });
  await age(heldClass, 40);
};

describe('A student who missed a presence check', () => {
  it('is flagged or late according to the policy, unless the check was unannounced or the teacher decided', async () => {
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
    for (const heldClass of [review, late, unseen, off]) await publishCheck(heldClass, 20);
    await publishCheck(unconfirmed, 20, {}, false);
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

    for (const heldClass of [unseen, unconfirmed, off])
      for (const record of await heldClass.roster()) {
        expect(record.status).toBe('PRESENT');
        expect(reasonsOf(record)).toEqual([]);
        expect(record.presenceCheck?.missed).toBeUndefined();
      }

    // A very late answer, for example from a student with a lot of extra time.
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

    // An edit of the session changes neither the teacher's decision nor the result of the check.
    const decision = { decision: 'correct', status: 'EXCUSED', reason: 'Had to leave' };
    const path = `/api/attendance/${(await ofMember(late, lateHere))._id}/review`;
    expect((await campus.ask(late.teacher, 'POST', path, decision)).status).toBe(200);
    await publishCheck(late, 20, { version: 3, lateAfterMinutes: 15 });
    await eventually(async () => expect(await ofMember(late, lateHere)).toMatchObject({ status: 'EXCUSED' }));
  });

  it('may have answered an earlier, void check', async () => {
    const heldClass = await hold(4, 'late');
    const few = await hold(2);
    const answerVoid = (of: HeldClass, member: Member) =>
      answer(of, member, { ticket: ticketFor(of, member, { presenceCheckAt: secondsAgo(30) }) });
    const [stayed, left, silent, other] = heldClass.members as [Member, Member, Member, Member];
    const [early] = few.members as [Member, Member];
    await attend(heldClass, []);
    await attend(few, []);
    for (const member of [stayed, left])
      expect(await answerVoid(heldClass, member)).toMatchObject({ status: 200, body: answered });
    expect(await answerVoid(few, early)).toMatchObject({ status: 200, body: answered });
    for (const member of [stayed, other])
      expect(await answer(heldClass, member)).toMatchObject({ status: 200 });
    await publishCheck(heldClass, 20);
    await publishCheck(few, 20);
    await judged(heldClass, few);

    for (const member of [left, silent]) {
      const record = await ofMember(heldClass, member);
      expect(record.status).toBe('LATE');
      expect(record.presenceCheck).toEqual({ missed: true });
      expect((await historyOf(member, record)).at(-1)).toMatchObject({
        action: 'presence_check_missed',
        from: 'PRESENT',
        to: 'LATE',
      });
    }
    for (const member of [stayed, other])
      expect(await ofMember(heldClass, member)).toMatchObject({ status: 'PRESENT', ...answered });

    for (const record of await few.roster()) {
      expect(reasonsOf(record)).toEqual([]);
      expect(record.presenceCheck?.missed).toBeUndefined();
    }
  });

  it('finds the check in the data export, and the key is deleted with the person', async () => {
    const heldClass = await hold(1);
    const [member] = heldClass.members as [Member];
    await heldClass.mark(member);
    await answer(heldClass, member);
    const mine = await campus.ask(member.user, 'GET', '/api/attendance/my-data');
    expect((mine.body as { records: Record<string, unknown> }).records['presenceChecks']).toMatchObject([
      {
        sessionId: heldClass.session.id,
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
