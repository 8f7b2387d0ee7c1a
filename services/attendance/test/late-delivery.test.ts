import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LATE_DELIVERY_MINUTES, OPEN_POLICY, type AttendanceRecord } from '@qr-attendance/contracts';
import { thumbprintOf } from '@qr-attendance/server';
import { eventually, createDevice } from '@qr-attendance/test-kit';
import { ago, PIN, startCampus, type Campus, type HeldClass, type Member } from './campus.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await startCampus();
});
afterAll(() => campus.stop());

const first = ({ members }: HeldClass): Member => members[0]!;
const reasonsOf = ({ flags = [] }: Pick<AttendanceRecord, 'flags'>) => flags.map(({ reason }) => reason);
const invalid = { status: 403, body: { code: 'ticket_invalid' } };
const jktOf = ({ device }: Member) => ({ cnf: { jkt: thumbprintOf(device.publicKey) } });

const NOTHING = {
  requirePin: false,
  requireBiometric: false,
  requireDeviceVerification: false,
  requireSelfie: false,
};

interface Scan {
  /** The times of the scan and of the ticket's expiry, in minutes before now. */
  scannedAgo?: number;
  expiredAgo: number;
  claims?: object;
}
/** The ticket of a signed scan, unless changed. */
const ticketOf = (heldClass: HeldClass, member: Member, { scannedAgo, expiredAgo, claims }: Scan) =>
  campus.services.ticketFor(
    {
      userId: member.user.id,
      sessionId: heldClass.session.id,
      courseId: heldClass.course.id,
      ...(scannedAgo === undefined ? {} : { iat: Math.floor(Date.now() / 1000) - scannedAgo * 60 }),
      ...(claims ?? jktOf(member)),
    },
    ((scannedAgo ?? 0) - expiredAgo) * 60,
  );
const mark = (heldClass: HeldClass, scan: Scan, more: object = {}, member = first(heldClass)) =>
  heldClass.mark(member, { ticket: ticketOf(heldClass, member, scan), ...more });
const end = ({ session }: HeldClass) =>
  campus.publishSession({ ...session, active: false, endTime: ago(3), endedAt: ago(3), version: 2 });

describe('A mark that arrives after its ticket has expired', () => {
  it('is recorded at the time it was made, and flagged', async () => {
    const heldClass = await campus.holdClass(1, { startTime: ago(20), lateAfterMinutes: 15 });
    const scan = { scannedAgo: 8, expiredAgo: 6 };
    const madeAt = ago(7);
    expect(await mark(heldClass, scan, { madeAt })).toMatchObject({
      status: 201,
      body: { status: 'PRESENT', timestamp: madeAt },
    });
    const [record] = await heldClass.roster();
    expect(reasonsOf(record!)).toEqual(['delivered_late']);
    expect(await mark(heldClass, scan, { madeAt })).toMatchObject({
      status: 201,
      body: { _id: record!._id },
    });
    expect(await heldClass.roster()).toHaveLength(1);
  });

  it('is never recorded before its scan, whatever the phone claims', async () => {
    const heldClass = await campus.holdClass(1, { startTime: ago(20), lateAfterMinutes: 10 });
    const claimed = await mark(heldClass, { scannedAgo: 8, expiredAgo: 6 }, { madeAt: ago(15) });
    expect(claimed).toMatchObject({ status: 201, body: { status: 'LATE' } });
  });

  it('gets its time from the clock offset measured at the scan', async () => {
    const heldClass = await campus.holdClass(2);
    const [behind, ahead] = heldClass.members as [Member, Member];
    const hour = 3_600_000;
    const clockBehind = { scannedAgo: 4, expiredAgo: 2, claims: { ...jktOf(behind), clockBehindMs: hour } };
    expect(await mark(heldClass, clockBehind, { madeAt: ago(63) }, behind)).toMatchObject({ status: 201 });
    const clockAhead = { scannedAgo: 4, expiredAgo: 2, claims: { ...jktOf(ahead), clockBehindMs: -hour } };
    expect(await mark(heldClass, clockAhead, { madeAt: ago(-57) }, ahead)).toMatchObject({ status: 201 });
  });

  it.each([
    ['has no time', { scannedAgo: 4, expiredAgo: 2 }, {}],
    ['was made after the ticket expired', { scannedAgo: 4, expiredAgo: 2 }, { madeAt: ago(1) }],
    [
      'arrives after the grace period for bad Wi-Fi',
      { scannedAgo: LATE_DELIVERY_MINUTES + 4, expiredAgo: LATE_DELIVERY_MINUTES + 1 },
      { madeAt: ago(LATE_DELIVERY_MINUTES + 2) },
    ],
    ['has an unsigned scan', { scannedAgo: 4, expiredAgo: 2, claims: {} }, { madeAt: ago(3) }],
  ])('is rejected when it %s', async (_what, scan, more) => {
    const heldClass = await campus.holdClass(1);
    expect(await mark(heldClass, scan, more)).toMatchObject(invalid);
    expect(await heldClass.roster()).toEqual([]);
  });

  it('replaces the absence recorded at the end of its session', async () => {
    const heldClass = await campus.holdClass(3, {}, { preferences: NOTHING });
    const [student, other, early] = heldClass.members as [Member, Member, Member];
    expect(await heldClass.mark(early)).toMatchObject({ status: 201 });
    await end(heldClass);
    const statuses = async () => (await heldClass.roster()).map(({ status }) => status).sort();
    await eventually(async () => expect(await statuses()).toEqual(['ABSENT', 'ABSENT', 'PRESENT']));

    const scan = { scannedAgo: 6, expiredAgo: 4 };
    const madeAt = ago(5);
    const borrowed = { ...student, device: early.device };
    expect(await mark(heldClass, scan, { madeAt }, borrowed)).toMatchObject({ status: 409 });
    expect(await statuses()).toEqual(['ABSENT', 'ABSENT', 'PRESENT']);
    expect(await mark(heldClass, scan, { madeAt }, student)).toMatchObject({ status: 201 });
    expect(await statuses()).toEqual(['ABSENT', 'PRESENT', 'PRESENT']);
    const afterEnd = await mark(heldClass, { scannedAgo: 6, expiredAgo: 1 }, { madeAt: ago(2) }, other);
    expect(afterEnd).toMatchObject({ status: 409, body: { code: 'session_ended' } });
    expect(await statuses()).toEqual(['ABSENT', 'PRESENT', 'PRESENT']);
  });

  it('counts from when it was made if the class ended before its ticket expired', async () => {
    const heldClass = await campus.holdClass(2, {}, { preferences: NOTHING });
    const [student, other] = heldClass.members as [Member, Member];
    await end(heldClass);
    await eventually(async () => expect(await heldClass.roster()).toHaveLength(2));
    const scan = { scannedAgo: 6, expiredAgo: -2 };
    expect(await mark(heldClass, scan, { madeAt: ago(2) }, other)).toMatchObject({
      status: 409,
      body: { code: 'session_ended' },
    });
    const madeAt = ago(5);
    expect(await mark(heldClass, scan, { madeAt }, student)).toMatchObject({
      status: 201,
      body: { status: 'PRESENT', timestamp: madeAt },
    });
    const flags = (await heldClass.roster()).map(reasonsOf).filter((reasons) => reasons.length > 0);
    expect(flags).toEqual([['delivered_late']]);
  });

  it('is on time if it was made before the late threshold and its ticket has not expired', async () => {
    const heldClass = await campus.holdClass(2, { startTime: ago(20), lateAfterMinutes: 15 });
    const [early, late] = heldClass.members as [Member, Member];
    const scan = { scannedAgo: 7, expiredAgo: -2 };
    expect(await mark(heldClass, scan, { madeAt: ago(6) }, early)).toMatchObject({
      body: { status: 'PRESENT' },
    });
    expect(await mark(heldClass, scan, { madeAt: ago(4) }, late)).toMatchObject({ body: { status: 'LATE' } });
    const reasons = (await heldClass.roster()).map(reasonsOf);
    expect(reasons.toSorted((one, other) => one.length - other.length)).toEqual([[], ['delivered_late']]);
  });

  it('stores no browser hash once the hashes of its session are deleted', async () => {
    const heldClass = await campus.holdClass(1);
    await end(heldClass);
    await eventually(async () => {
      const { rows } = await campus.database.query('SELECT position_salt FROM sessions WHERE id = $1', [
        heldClass.session.id,
      ]);
      expect(rows).toEqual([{ position_salt: null }]);
    });
    expect(await mark(heldClass, { scannedAgo: 6, expiredAgo: 4 }, { madeAt: ago(5) })).toMatchObject({
      status: 201,
    });
    const { rows } = await campus.database.query('SELECT browser FROM scan_evidence WHERE session_id = $1', [
      heldClass.session.id,
    ]);
    expect(rows).toEqual([{ browser: null }]);
  });

  it('leaves the student absent if the database fails before it is stored', async () => {
    const heldClass = await campus.holdClass(1, {}, { preferences: NOTHING });
    await end(heldClass);
    const isAbsent = async () => expect(await heldClass.roster()).toMatchObject([{ status: 'ABSENT' }]);
    await eventually(isAbsent);
    await campus.database.query(`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the disk is full'; END $$;
      CREATE TRIGGER fail BEFORE INSERT ON scans FOR EACH ROW EXECUTE FUNCTION fail()`);
    try {
      const delivered = await mark(heldClass, { scannedAgo: 6, expiredAgo: 4 }, { madeAt: ago(5) });
      expect(delivered.status).toBe(500);
      await isAbsent();
    } finally {
      await campus.database.query('DROP TRIGGER fail ON scans; DROP FUNCTION fail');
    }
  });

  it('does not replace the teacher’s decision', async () => {
    const heldClass = await campus.holdClass(1);
    await end(heldClass);
    const absence = await eventually(async () => {
      const [one] = await heldClass.roster();
      expect(one?.status).toBe('ABSENT');
      return one!;
    });
    const path = `/api/attendance/${absence._id}/review`;
    const accepted = await campus.ask(heldClass.teacher, 'POST', path, { decision: 'accept' });
    expect(accepted.status).toBe(200);
    const late = await mark(heldClass, { scannedAgo: 6, expiredAgo: 4 }, { madeAt: ago(5) });
    expect(late).toMatchObject({ status: 409, body: { code: 'decided_by_teacher' } });
    expect(await heldClass.roster()).toMatchObject([{ _id: absence._id, status: 'ABSENT' }]);
  });
});

describe('A ticket', () => {
  it('is valid only in the browser that scanned', async () => {
    const heldClass = await campus.holdClass(1);
    const member = first(heldClass);
    const ticket = ticketOf(heldClass, member, { expiredAgo: -2 });
    const other = { ...member, device: createDevice() };
    const refusal = { status: 403, body: { code: 'ticket_other_browser' } };
    expect(await heldClass.mark(other, { ticket })).toMatchObject(refusal);
    const unsigned = { ticket, pin: PIN };
    expect(await campus.ask(member.user, 'POST', '/api/attendance', unsigned)).toMatchObject(refusal);
    expect(await heldClass.mark(member, { ticket })).toMatchObject({ status: 201 });
    expect(reasonsOf((await heldClass.roster())[0]!)).toEqual([]);
  });

  it('is accepted with a flag after an unsigned scan if the class allows that', async () => {
    const claims = { unsigned: true };
    const heldClass = await campus.holdClass(1);
    expect(await mark(heldClass, { expiredAgo: -2, claims })).toMatchObject({ status: 201 });
    expect(reasonsOf((await heldClass.roster())[0]!)).toEqual(['unsigned']);
    const strict = await campus.holdClass(1, { policy: { ...OPEN_POLICY, allowUnsigned: false } });
    expect(await mark(strict, { expiredAgo: -2, claims })).toMatchObject({
      status: 403,
      body: { code: 'device_signature_missing' },
    });
    expect(await strict.mark()).toMatchObject({ status: 201 });
  });
});
