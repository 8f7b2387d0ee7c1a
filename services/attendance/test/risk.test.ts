import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  DEFAULT_SECURITY_PREFERENCES,
  flagReasonSchema,
  flagRatesSchema,
  type AttendanceRecord,
  type AttendanceTotals,
  type FlagRates,
  type PasskeyRequestOptions,
} from '@qr-attendance/contracts';
import { userChanged, type SessionChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import { eventually, createPasskey, type TestPasskey, type TestUser } from '@qr-attendance/test-kit';
import { deviceKindOf } from '../src/features/marking/read-origin.ts';
import { MAX_CIRCUMSTANCE_SCORE, MIN_REVIEW_SCORE, SIGNALS } from '../src/core/flags/risk-signals.ts';
import {
  ago,
  objectId,
  person,
  PIN,
  startCampus,
  type Campus,
  type HeldClass,
  type Member,
} from './campus.ts';

const PAGE = 'https://attendance.campus.example';
const ON_CAMPUS = '10.20.7.7';
const ANDROID = 'Mozilla/5.0 (Linux; Android 9; Cheap 3)';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)';

let campus: Campus;
beforeAll(async () => {
  campus = await startCampus({
    env: { attendance: { CAMPUS_NETWORKS: '10.20.0.0/16', PUBLIC_ORIGINS: PAGE } },
  });
});
afterAll(() => campus.stop());

type Reasons = Record<string, string[]>;
const signalsOf = async (sessionId: string): Promise<Reasons> => {
  const { rows } = await campus.database.query<{ student_id: string; reasons: string[] }>(
    `SELECT student_id, array_agg(reason ORDER BY reason) AS reasons FROM flags
      WHERE session_id = $1 AND reason <> 'unsigned' GROUP BY student_id`,
    [sessionId],
  );
  return Object.fromEntries(rows.map(({ student_id, reasons }) => [student_id, reasons]));
};
const from = (address: string, userAgent = IPHONE) => ({
  'x-forwarded-for': address,
  'user-agent': userAgent,
});
/** Backdates marks and the end of the session, with this many seconds between the marks. */
const end = (session: SessionChanged) =>
  campus.publishSession({
    ...session,
    active: false,
    endTime: ago(16),
    endedAt: ago(16),
    version: session.version + 1,
  });
const isAssessed = async (sessionId: string) => {
  const { rows } = await campus.database.query<{ done: boolean }>(
    'SELECT assessed_at IS NOT NULL AS done FROM sessions WHERE id = $1',
    [sessionId],
  );
  expect(rows[0]?.done).toBe(true);
};
const assessed = async (session: SessionChanged) => {
  await end(session);
  await eventually(() => isAssessed(session.id));
};
const move = (sessionId: string, { user }: Pick<Member, 'user'>, secondsAgo: number) =>
  campus.database.query(
    'UPDATE scan_evidence SET scanned_at = now() - make_interval(secs => $3) WHERE session_id = $1 AND student_id = $2',
    [sessionId, user.id, secondsAgo],
  );
const rosterOf = async ({ roster }: HeldClass) =>
  new Map((await roster()).map((mark) => [mark.student._id, mark]));

describe('the risk weights', () => {
  it('match the documentation', async () => {
    const text = await readFile(join(import.meta.dirname, '../../../docs/security/presence.md'), 'utf8');
    const section = text.slice(text.indexOf('## Risk signals'));
    const rows = [...section.matchAll(/^\| `(\w+)` +\| (\d) +\| (yes)? *\|/gm)];
    const documented = rows.map(([, reason, weight, circumstance]) => [
      reason,
      { weight: Number(weight), ...(circumstance && { circumstance: true }) },
    ]);
    expect(Object.fromEntries(documented)).toEqual(SIGNALS);
  });

  it('cover every signal, and never make a phone or network suspicious on its own', () => {
    expect(Object.keys(SIGNALS).toSorted()).toEqual(flagReasonSchema.options.toSorted());
    expect(MAX_CIRCUMSTANCE_SCORE).toBeLessThan(MIN_REVIEW_SCORE);
  });
});

it.each([
  [IPHONE, 'ios'],
  [ANDROID, 'android'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'computer'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'computer'],
  ['curl/8', 'other'],
  [undefined, 'other'],
])('a device is stored only by its coarse class: %s', (userAgent, kind) => {
  expect(deviceKindOf(userAgent)).toBe(kind);
});

describe('unsigned marks of one browser', () => {
  it('are flagged as soon as there are two students', async () => {
    const nothing = {
      preferences: {
        requirePin: false,
        requireBiometric: false,
        requireDeviceVerification: false,
        requireSelfie: false,
      },
    };
    const heldClass = await campus.holdClass(4, { startTime: ago(40), lateAfterMinutes: 0 }, nothing);
    const [signed, firstUnsigned, secondUnsigned, other] = heldClass.members as [
      Member,
      Member,
      Member,
      Member,
    ];
    const browser = signed.device.deviceId;
    const unsigned = (member: Member, deviceId: string) =>
      campus.ask(member.user, 'POST', '/api/attendance', { ticket: heldClass.ticketOf(member), deviceId });
    expect(await heldClass.mark(signed)).toMatchObject({ status: 201 });
    expect(await unsigned(firstUnsigned, browser)).toMatchObject({ status: 201 });
    expect(await signalsOf(heldClass.session.id)).toEqual({ [firstUnsigned.user.id]: ['browser_shared'] });
    await unsigned(secondUnsigned, browser);
    await unsigned(other, randomUUID());
    expect(await signalsOf(heldClass.session.id)).toEqual({
      [firstUnsigned.user.id]: ['browser_shared'],
      [secondUnsigned.user.id]: ['browser_shared'],
    });
    const marks = await rosterOf(heldClass);
    expect(marks.get(secondUnsigned.user.id)?.risk).toBeGreaterThanOrEqual(SIGNALS.browser_shared.weight);
    expect(marks.get(firstUnsigned.user.id)?.risk).toBeGreaterThan(marks.get(other.user.id)?.risk ?? 0);
    const { rows } = await campus.database.query('SELECT browser FROM scan_evidence WHERE session_id = $1', [
      heldClass.session.id,
    ]);
    expect(JSON.stringify(rows)).not.toContain(browser);

    // The student sees the flags after the session, and hashes of browsers are deleted.
    const own = async ({ user }: Member) =>
      ((await campus.ask(user, 'GET', '/api/attendance')).body as AttendanceRecord[])[0];
    expect(await own(secondUnsigned)).not.toHaveProperty('flags');
    const toReview = `needsReview=true&sessionId=${heldClass.session.id}`;
    const foundByFilter = async () => {
      const totals = await campus.ask(secondUnsigned.user, 'GET', `/api/attendance/totals?${toReview}`);
      const list = await campus.ask(secondUnsigned.user, 'GET', `/api/attendance?${toReview}`);
      const file = await campus.call(secondUnsigned.user, 'GET', `/api/attendance/export?${toReview}`);
      return [
        (totals.body as AttendanceTotals).present,
        (list.body as AttendanceRecord[]).length,
        (await file.text()).trim().split('\n').length - 1,
      ];
    };
    expect(await foundByFilter()).toEqual([0, 0, 0]);
    await assessed(heldClass.session);
    expect(await foundByFilter()).toEqual([1, 1, 1]);
    expect((await own(secondUnsigned))?.flags).toContainEqual({
      reason: 'browser_shared',
      at: expect.any(String),
    });
    expect(await own(secondUnsigned)).not.toHaveProperty('risk');
    await eventually(async () => {
      const { rows: kept } = await campus.database.query(
        'SELECT FROM scan_evidence WHERE session_id = $1 AND browser IS NOT NULL',
        [heldClass.session.id],
      );
      expect(kept).toEqual([]);
    });
  });
});

describe('an ended session', () => {
  it('flags marks far later than the others or outside the campus, without requiring a review', async () => {
    const heldClass = await campus.holdClass(11, { startTime: ago(40) });
    for (const [n, member] of heldClass.members.entries()) {
      await heldClass.mark(member, {}, from(n === 0 ? '203.0.113.9' : ON_CAMPUS));
      await move(heldClass.session.id, member, n === 0 ? 600 : 1_800 - n);
    }
    await assessed(heldClass.session);
    const [late] = heldClass.members as [Member];
    expect(await signalsOf(heldClass.session.id)).toEqual({
      [late.user.id]: ['late_against_cohort', 'off_campus'],
    });
    expect((await rosterOf(heldClass)).get(late.user.id)).not.toHaveProperty('risk');
  });

  it('is analyzed again if it was canceled and takes place after all', async () => {
    const heldClass = await campus.holdClass(1);
    const { session, members } = heldClass;
    await heldClass.mark(members[0], {}, from('203.0.113.9'));
    const over = { ...session, active: false, endTime: ago(16), endedAt: ago(16) };
    await campus.publishSession({ ...over, canceledAt: ago(15), version: 2 });
    await eventually(() => isAssessed(session.id));
    expect(await signalsOf(session.id)).toEqual({});
    await campus.publishSession({ ...over, version: 3 });
    await eventually(async () =>
      expect(await signalsOf(session.id)).toEqual({ [members[0]!.user.id]: ['off_campus'] }),
    );
  });

  it('flags many new devices for review, but not a single new phone', async () => {
    const heldClass = await campus.holdClass(6, { startTime: ago(40) });
    const newPhones = heldClass.members.slice(0, 5);
    await campus.database.query(
      `INSERT INTO scan_evidence (session_id, student_id, scanned_at, device_key, signed)
       SELECT 'before', student, now() - interval '7 days', 'before ' || student, true FROM unnest($1::uuid[]) AS student`,
      [newPhones.map(({ user }) => user.id)],
    );
    for (const [n, member] of heldClass.members.entries()) {
      await heldClass.mark(member, {}, from(ON_CAMPUS));
      await move(heldClass.session.id, member, n === 4 ? 300 : 1_000 - n);
    }
    await assessed(heldClass.session);
    const signals = await signalsOf(heldClass.session.id);
    const marks = await rosterOf(heldClass);
    for (const { user } of heldClass.members.slice(0, 4)) {
      expect(signals[user.id]).toEqual(['new_device', 'new_devices_together']);
      expect(marks.get(user.id)).toMatchObject({ risk: 4 });
    }
    const [, , , , alone, first] = heldClass.members as [Member, Member, Member, Member, Member, Member];
    expect(signals[alone.user.id]).toEqual(['new_device']);
    expect(marks.get(alone.user.id)).not.toHaveProperty('risk');
    expect(signals[first.user.id]).toBeUndefined();
  });

  it('flags a burst code that arrived later than camera and network explain', async () => {
    const heldClass = await campus.holdClass(14, { startTime: ago(40) });
    // Ten marks within 90 ms of each other, one slightly later, one mark with a relayed code, one mark by words, and
    // one early mark.
    const lateness = [...Array.from({ length: 10 }, (_, n) => 100 + 10 * n), 500, 900, undefined, -300];
    for (const [n, member] of heldClass.members.entries()) {
      const { user } = member;
      const ids = { userId: user.id, sessionId: heldClass.session.id, courseId: heldClass.course.id };
      const burstLateMs = lateness[n];
      const ticket = campus.services.ticketFor({
        ...ids,
        ...(burstLateMs === undefined ? {} : { burstLateMs }),
      });
      expect(await heldClass.mark(member, { ticket }, from(ON_CAMPUS))).toMatchObject({ status: 201 });
    }
    await assessed(heldClass.session);
    const relayed = heldClass.members[11]!.user.id;
    expect(await signalsOf(heldClass.session.id)).toEqual({ [relayed]: ['relayed_late'] });
    expect((await rosterOf(heldClass)).get(relayed)).not.toHaveProperty('risk');
    const { rows } = await campus.database.query<{ burst_late_ms: number | null }>(
      'SELECT burst_late_ms FROM scan_evidence WHERE session_id = $1 ORDER BY burst_late_ms',
      [heldClass.session.id],
    );
    expect(rows.map((row) => row.burst_late_ms)).toEqual([-300, ...lateness.slice(0, 12), null]);
  });

  it('flags a burst code that arrived seconds late, even in a class that is too small to compare', async () => {
    const heldClass = await campus.holdClass(2, { startTime: ago(40) });
    for (const [n, member] of heldClass.members.entries()) {
      const ids = { userId: member.user.id, sessionId: heldClass.session.id, courseId: heldClass.course.id };
      const ticket = campus.services.ticketFor({ ...ids, burstLateMs: [1_900, 2_100][n] });
      expect(await heldClass.mark(member, { ticket }, from(ON_CAMPUS))).toMatchObject({ status: 201 });
    }
    await assessed(heldClass.session);
    expect(await signalsOf(heldClass.session.id)).toEqual({
      [heldClass.members[1]!.user.id]: ['relayed_late'],
    });
  });

  it('flags the second account with a name and USN, but not the first one', async () => {
    const heldClass = await campus.holdClass(['Zoë Zuse', 'ZOE ZUSE', 'Zoë Zuse', 'Zoë Zuse'], {
      startTime: ago(40),
    });
    const [own, second, namesake, unknown] = heldClass.members as [Member, Member, Member, Member];
    const usns = {
      [own.user.id]: '1qr21cs001',
      [second.user.id]: '1QR21CS001',
      [namesake.user.id]: '1QR21CS002',
    };
    for (const [id, usn] of Object.entries({ ...usns, [unknown.user.id]: '' }))
      await campus.database.query('UPDATE people SET usn = $2 WHERE id = $1', [id, usn]);
    await campus.database.query(
      `UPDATE memberships SET began = now() - interval '1 day' WHERE student_id = $1`,
      [own.user.id],
    );
    // The student left and returned.
    await campus.database.query('UPDATE members SET enrolled_at = now() WHERE student_id = $1', [
      own.user.id,
    ]);
    for (const member of heldClass.members) await heldClass.mark(member, {}, from(ON_CAMPUS));
    await assessed(heldClass.session);
    expect(await signalsOf(heldClass.session.id)).toEqual({ [second.user.id]: ['second_account'] });
    const flags = (await rosterOf(heldClass)).get(second.user.id)?.flags?.map(({ reason }) => reason);
    expect(flags).toEqual(['second_account']);
  });

  it('does not flag an account with the name and number of a withdrawn person', async () => {
    const heldClass = await campus.holdClass(['Zoë Zuse', 'ZOE ZUSE'], { startTime: ago(40) });
    const [former, current] = heldClass.members as [Member, Member];
    const { id, name, userType } = former.user;
    const changed = { id, name, userType, email: `${id}@campus.example`, withdrawn: true, version: 2 };
    await campus.bus.publish(createEvent(userChanged, id, changed));
    await eventually(async () => {
      const { rows } = await campus.database.query('SELECT name FROM people WHERE id = $1 AND withdrawn', [
        id,
      ]);
      expect(rows).toEqual([{ name }]);
    });
    const ids = [id, current.user.id];
    await campus.database.query("UPDATE people SET usn = '1QR21CS011' WHERE id = ANY($1)", [ids]);
    await campus.database.query(
      `UPDATE memberships SET began = now() - interval '1 day' WHERE student_id = $1`,
      [id],
    );
    await heldClass.mark(current, {}, from(ON_CAMPUS));
    await assessed(heldClass.session);
    expect(await signalsOf(heldClass.session.id)).toEqual({});
  });

  it('does not flag a second account once the first one is merged into it', async () => {
    const heldClass = await campus.holdClass(['Zoë Zuse', 'ZOE ZUSE'], { startTime: ago(40) });
    const [former, kept] = heldClass.members as [Member, Member];
    const { id, name, userType } = former.user;
    const changed = {
      id,
      name,
      userType,
      email: `${id}@campus.example`,
      mergedInto: kept.user.id,
      version: 2,
    };
    await campus.bus.publish(createEvent(userChanged, id, changed));
    await eventually(async () => {
      const { rows } = await campus.database.query('SELECT FROM person_aliases WHERE alias_id = $1', [id]);
      expect(rows).toHaveLength(1);
    });
    const ids = [id, kept.user.id];
    await campus.database.query("UPDATE people SET usn = '1QR21CS010' WHERE id = ANY($1)", [ids]);
    await campus.database.query(
      `UPDATE memberships SET began = now() - interval '1 day' WHERE student_id = $1`,
      [id],
    );
    await heldClass.mark(kept, {}, from(ON_CAMPUS));
    await assessed(heldClass.session);
    expect(await signalsOf(heldClass.session.id)).toEqual({});
  });

  it('flags a second account whose name differs by an invisible joiner', async () => {
    const heldClass = await campus.holdClass(['رضا', 'ر\u200Cضا'], { startTime: ago(40) });
    const [own, second] = heldClass.members as [Member, Member];
    await campus.database.query("UPDATE people SET usn = '1QR21CS009' WHERE id = ANY($1)", [
      [own.user.id, second.user.id],
    ]);
    await campus.database.query(
      `UPDATE memberships SET began = now() - interval '1 day' WHERE student_id = $1`,
      [own.user.id],
    );
    for (const member of heldClass.members) await heldClass.mark(member, {}, from(ON_CAMPUS));
    await assessed(heldClass.session);
    expect(await signalsOf(heldClass.session.id)).toEqual({ [second.user.id]: ['second_account'] });
  });

  it('flags a group that marks with the same delay in several sessions', async () => {
    const heldClass = await campus.holdClass(7, { startTime: ago(40) });
    const group = heldClass.members.slice(0, 3);
    // One student is always in the middle, a group is always equally late, and three students take turns in
    // being early.
    const delayOf = (n: number, week: number) => {
      if (n < 3) return 90 + n;
      return n === 3 ? 0 : -(10 + week * n * 3);
    };
    for (const week of [1, 2, 3]) {
      const id = objectId();
      const at = `now() - make_interval(days => ${7 * week})`;
      await campus.database.query(
        `INSERT INTO sessions (id, course_id, teacher_id, session_date, start_time, active, ended_at,
                               late_after_minutes, policy, version, assessed_at)
         VALUES ($1, $2, $3, current_date, ${at}, false, ${at}, 10, '{}', 1, now())`,
        [id, heldClass.course.id, heldClass.teacher.id],
      );
      for (const [n, { user }] of heldClass.members.entries()) {
        await campus.database.query(
          `INSERT INTO scan_evidence (session_id, student_id, device_kind, signed, scanned_at)
           VALUES ($1, $2, 'ios', true, ${at} + make_interval(secs => $3))`,
          [id, user.id, delayOf(n, week)],
        );
      }
    }
    for (const [n, member] of heldClass.members.entries()) {
      await heldClass.mark(member, {}, from(ON_CAMPUS));
      await move(heldClass.session.id, member, 1_800 - delayOf(n, 0));
    }
    await assessed(heldClass.session);
    const signals = await signalsOf(heldClass.session.id);
    expect(Object.keys(signals).toSorted()).toEqual(group.map(({ user }) => user.id).toSorted());
    for (const { user } of group) expect(signals[user.id]).toEqual(['constant_offset']);
  });
});

it('the first use of an additional passkey is shown once its session has ended', async () => {
  const earlierPasskey = createPasskey();
  const added = createPasskey();
  const preferences = { ...DEFAULT_SECURITY_PREFERENCES, requireBiometric: true };
  const passkeys = [earlierPasskey.verifier, added.verifier];
  const heldClass = await campus.holdClass(2, { startTime: ago(40) }, { preferences, passkeys });
  const [first, other] = heldClass.members as [Member, Member];
  const markBy = async (session: SessionChanged, { user, device }: Member, passkey: TestPasskey) => {
    const ticket = campus.services.ticketFor({
      userId: user.id,
      sessionId: session.id,
      courseId: session.courseId,
    });
    const path = '/api/attendance/passkey-challenge';
    const { body: options } = await campus.ask(user, 'POST', path, { ticket });
    const { challenge, rpId = '' } = options as PasskeyRequestOptions;
    const assertion = passkey.assert({ challenge, rpId, origin: PAGE });
    const { deviceId, publicKey: deviceKey } = device;
    const body = JSON.stringify({ ticket, pin: PIN, deviceId, deviceKey, passkey: assertion });
    const headers = { ...device.headersFor(body), ...from(ON_CAMPUS) };
    const marked = await campus.ask(user, 'POST', '/api/attendance', body, headers);
    expect(marked).toMatchObject({ status: 201 });
  };
  await markBy(heldClass.session, first, earlierPasskey);
  await markBy(heldClass.session, other, added);
  const next = { ...heldClass.session, id: objectId() };
  await campus.publishSession(next);
  await eventually(() => markBy(next, first, added));
  await markBy(next, other, added);
  await assessed(heldClass.session);
  expect(await signalsOf(heldClass.session.id)).toEqual({});
  await assessed(next);
  expect(await signalsOf(next.id)).toEqual({ [first.user.id]: ['new_passkey'] });
  // The stored data does not reveal which passkey it was.
  const { rows } = await campus.database.query('SELECT passkey FROM scan_evidence WHERE student_id = $1', [
    first.user.id,
  ]);
  expect(JSON.stringify(rows)).not.toContain(earlierPasskey.id);
});

it('a mark made with the words beside a burst code is labeled on the record', async () => {
  const heldClass = await campus.holdClass(1);
  const [{ user }] = heldClass.members as [Member];
  const ids = { userId: user.id, sessionId: heldClass.session.id, courseId: heldClass.course.id };
  const ticket = campus.services.ticketFor({ ...ids, words: true });
  expect(await heldClass.mark(heldClass.members[0], { ticket }, from(ON_CAMPUS))).toMatchObject({
    status: 201,
  });
  expect((await rosterOf(heldClass)).get(user.id)?.flags).toMatchObject([{ reason: 'words_entered' }]);
});

describe('rates of flags', () => {
  const ratesFor = async (user: TestUser, path = '') => {
    const { status, body } = await campus.ask(user, 'GET', `/api/analytics/flag-rates${path}`);
    return { status, rates: status === 200 ? flagRatesSchema.parse(body) : (body as FlagRates) };
  };

  it('are shown by device and network, to teachers for their courses and to administrators for all', async () => {
    const heldClass = await campus.holdClass(3);
    const [grace, alan, edsger] = heldClass.members as [Member, Member, Member];
    await heldClass.mark(grace, {}, from(ON_CAMPUS, ANDROID));
    await heldClass.mark(alan, {}, from(ON_CAMPUS, ANDROID));
    await heldClass.mark(edsger, {}, from('203.0.113.9'));
    await campus.database.query(
      `INSERT INTO flags (session_id, student_id, reason, at, asks_review) VALUES ($1, $2, 'zero_accuracy', now(), false)`,
      [heldClass.session.id, grace.user.id],
    );
    const expected = {
      devices: [
        { kind: 'android', marks: 2, flagged: 1, toReview: 0 },
        { kind: 'ios', marks: 1, flagged: 0, toReview: 0 },
      ],
      networks: [
        { onCampus: true, marks: 2, flagged: 1, toReview: 0 },
        { onCampus: false, marks: 1, flagged: 0, toReview: 0 },
      ],
    };
    expect(await ratesFor(heldClass.teacher)).toEqual({ status: 200, rates: expected });
    expect(await ratesFor(heldClass.teacher, `?courseId=${heldClass.course.id}`)).toEqual({
      status: 200,
      rates: expected,
    });
    expect(await ratesFor(person('TEACHER'))).toEqual({ status: 200, rates: { devices: [], networks: [] } });
    expect(await ratesFor(person('TEACHER'), `?courseId=${heldClass.course.id}`)).toMatchObject({
      status: 404,
    });
    expect(await ratesFor(heldClass.teacher, '?courseId=x')).toMatchObject({ status: 400 });
    expect(await ratesFor(heldClass.teacher, '/all')).toMatchObject({ status: 403 });
    const all = await ratesFor(person('ADMIN'), '/all');
    expect(all.rates.devices.find(({ kind }) => kind === 'android')?.marks).toBeGreaterThanOrEqual(2);
  });

  it('cover the newest 100,000 scans, however many there are', async () => {
    const sessionId = 'a session of many';
    await campus.database.query(
      `INSERT INTO scan_evidence (session_id, student_id, scanned_at, device_kind, on_campus, signed)
       SELECT $1, gen_random_uuid(), now() - interval '1 day', 'other', false, true FROM generate_series(1, 100500)`,
      [sessionId],
    );
    try {
      const { rates } = await ratesFor(person('ADMIN'), '/all');
      expect(rates.devices.reduce((sum, { marks }) => sum + marks, 0)).toBe(100_000);
    } finally {
      await campus.database.query('DELETE FROM scan_evidence WHERE session_id = $1', [sessionId]);
    }
  });
});

it('the stored circumstances of a mark are in the student’s data export, and are deleted with the account', async () => {
  const heldClass = await campus.holdClass(1);
  const [{ user }] = heldClass.members as [Member];
  await heldClass.mark(heldClass.members[0], {}, from(ON_CAMPUS, ANDROID));
  await end(heldClass.session);
  await eventually(async () => {
    const { body } = await campus.ask(user, 'GET', '/api/attendance/my-data');
    const { records } = body as { records: Record<string, object[]> };
    expect(records['scans']).toMatchObject([
      { sessionId: heldClass.session.id, deviceKind: 'android', onCampus: true, signed: true },
    ]);
  });
  await campus.erase(user);
  await eventually(async () => {
    const { rows } = await campus.database.query('SELECT FROM scan_evidence WHERE student_id = $1', [
      user.id,
    ]);
    expect(rows).toEqual([]);
  });
});
