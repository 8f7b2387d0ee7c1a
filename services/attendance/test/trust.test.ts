import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  DEFAULT_SECURITY_PREFERENCES,
  OPEN_POLICY,
  SELFIE_LIMITS,
  type AttendanceRecord,
  type FlaggedAttempt,
  type SessionPolicy,
} from '@qr-attendance/contracts';
import { securityChanged, userChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import { eventually, createDevice } from '@qr-attendance/test-kit';
import sharp from 'sharp';
import { ago, PIN, startCampus, type Campus, type HeldClass, type Member } from './campus.ts';
import { startOwner, type Owner } from './stand-in-owner.ts';

/** The owner has no newer data than the events, so refusals are final. */
let auth: Owner;
let campus: Campus;
beforeAll(async () => {
  auth = await startOwner();
  campus = await startCampus({ urls: { auth: auth.url } });
});
afterAll(async () => {
  await campus.stop();
  auth.stop();
});

const NOTHING = {
  requirePin: false,
  requireBiometric: false,
  requireDeviceVerification: false,
  requireSelfie: false,
};
const ROOM = { latitude: 52.5, longitude: 13.4, radius: 100 };
const holdClass = (students: number, policy: Partial<SessionPolicy> = {}, more: object = {}) =>
  campus.holdClass(students, { policy: { ...OPEN_POLICY, ...policy }, ...more }, { preferences: NOTHING });
const first = ({ members }: HeldClass): Member => members[0]!;
const refused = (code: string, status = 403) => ({ status, body: { code } });
const attemptsOf = async ({ teacher, session }: HeldClass) =>
  (await campus.ask(teacher, 'GET', `/api/attendance/attempts?sessionId=${session.id}`))
    .body as FlaggedAttempt[];
const reasonsOf = ({ flags = [] }: Pick<AttendanceRecord, 'flags'>) => flags.map(({ reason }) => reason);
const markUnsigned = (heldClass: HeldClass, more: object = {}) =>
  campus.ask(first(heldClass).user, 'POST', '/api/attendance', {
    ticket: heldClass.ticketOf(first(heldClass)),
    ...more,
  });

describe("a session's policy", () => {
  it('applies whatever the student’s preferences are', async () => {
    const pin = await holdClass(1, { requirePin: true });
    expect(await pin.mark(undefined, { pin: undefined })).toMatchObject(refused('pin_required'));
    expect(await pin.mark()).toMatchObject({ status: 201 });
    const selfie = await holdClass(1, { requireSelfie: true });
    expect(await selfie.mark()).toMatchObject(refused('selfie_required'));
    const passkey = await holdClass(1, { requirePasskey: true });
    expect(await passkey.mark()).toMatchObject(refused('passkey_required'));
    const device = await holdClass(1, { requireDevice: true });
    expect(await device.mark({ ...first(device), device: createDevice() })).toMatchObject(
      refused('unknown_device'),
    );
    expect(await device.mark()).toMatchObject({ status: 201 });
  });

  it('requires nothing if it is open', async () => {
    expect(await markUnsigned(await holdClass(1))).toMatchObject({ status: 201 });
  });

  it.each([
    ['10.20.0.0/16', '10.20.3.4', true],
    ['10.20.0.0/16', '10.21.3.4', false],
    ['10.20.0.0/16', '::ffff:10.20.3.4', true],
    ['10.20.0.0/16', '::ffff:0a15:0304', false],
    ['::ffff:10.20.0.0/112', '10.20.3.4', true],
    ['2001:db8:1::/48', '2001:db8:1:2::3', true],
    ['2001:db8:1::/48', '2001:db8:2::3', false],
    ['0.0.0.0/0', 'not an address', false],
  ])('accepts only marks from its networks: %s, request from %s', async (network, address, isTaken) => {
    const heldClass = await holdClass(1, { networks: ['192.0.2.0/24', network] });
    const answer = await heldClass.mark(undefined, {}, { 'x-forwarded-for': address });
    expect(answer).toMatchObject(isTaken ? { status: 201 } : refused('outside_network'));
  });
});

describe('a rejected mark', () => {
  const INTERNAL = '/internal/sessions/';
  const changeAtOwner = ({ session }: HeldClass, changes: object) =>
    campus.sessionOwner.answers.set(INTERNAL + session.id, { ...session, ...changes, version: 3 });
  const room = { latitude: 52.5, longitude: 13.4, radius: 100 };
  const far = { latitude: 52.6, longitude: 13.4, accuracy: 5 };
  const tell = async (heldClass: HeldClass, changes: object) => {
    const changed = { ...heldClass.session, ...changes, version: 2 };
    await campus.publishSession(changed);
    await eventually(async () => {
      const { rows } = await campus.database.query('SELECT version FROM sessions WHERE id = $1', [
        changed.id,
      ]);
      expect(rows).toEqual([{ version: 2 }]);
    });
  };

  it.each([
    ['ended', { active: false, endTime: ago(1), endedAt: ago(1) }, {}, 'session_ended', 409],
    [
      'canceled',
      { active: false, endTime: ago(1), endedAt: ago(1), canceledAt: ago(1) },
      {},
      'session_canceled',
      409,
    ],
    [
      'on another network',
      { policy: { ...OPEN_POLICY, networks: ['192.0.2.0/24'] } },
      {},
      'outside_network',
      403,
    ],
    ['too far away', { location: room }, { location: far }, 'outside_radius', 403],
  ])(
    'is checked against the session service first if the session was %s',
    async (_why, was, body, code, status) => {
      const heldClass = await campus.holdClass(2);
      await tell(heldClass, was);
      expect(await heldClass.mark(heldClass.members[1], body)).toMatchObject(refused(code, status));
      changeAtOwner(heldClass, {});
      expect(await heldClass.mark(heldClass.members[0], body)).toMatchObject({ status: 201 });
    },
  );

  it('causes one request to the session service for many concurrent students', async () => {
    // On a busy machine, the request between the services may time out.
    await eventually(askAtOnce);
  });

  const askAtOnce = async () => {
    const heldClass = await campus.holdClass(12);
    await tell(heldClass, { policy: { ...OPEN_POLICY, networks: ['192.0.2.0/24'] } });
    campus.sessionOwner.hold();
    const elsewhere = await campus.holdClass(1);
    const answers = heldClass.members.map((member) => heldClass.mark(member));
    const countRequests = () =>
      campus.sessionOwner.asked.filter((call) => call === `GET ${INTERNAL}${heldClass.session.id}`).length;
    await eventually(() => expect(countRequests()).toBe(1));
    // Facts are read in the order of the marks, so once this mark is answered, the facts of all earlier marks have been
    // read.
    const others = [await elsewhere.mark(), await elsewhere.mark()];
    campus.sessionOwner.release();
    for (const other of others) expect(other).toMatchObject({ status: 201 });
    for (const answer of answers) expect(await answer).toMatchObject(refused('outside_network'));
    expect(countRequests()).toBe(1);
  };

  it('reports the distance to the session’s current room', async () => {
    const heldClass = await campus.holdClass(1);
    await tell(heldClass, { location: room });
    const body = { ticket: heldClass.ticketOf(first(heldClass)), location: far };
    const check = () => campus.ask(first(heldClass).user, 'POST', '/api/attendance/location-check', body);
    expect(await check()).toMatchObject({ body: { withinRadius: false } });
    changeAtOwner(heldClass, { location: { ...room, latitude: 52.6 } });
    expect(await check()).toMatchObject({ body: { withinRadius: true } });
  });
});

describe('a device', () => {
  it('must have signed the exact bytes of the body', async () => {
    const heldClass = await holdClass(1);
    const { device } = first(heldClass);
    const body = JSON.stringify({
      ticket: heldClass.ticketOf(first(heldClass)),
      deviceKey: device.publicKey,
    });
    for (const headers of [
      {},
      device.headersFor(`${body} `),
      createDevice().headersFor(body),
      { 'x-device-signature': 'AAAA' },
    ])
      expect(await campus.ask(first(heldClass).user, 'POST', '/api/attendance', body, headers)).toMatchObject(
        refused('device_signature_missing'),
      );
    const edited = body.replace('{', '{ "status": "PRESENT",');
    expect(
      await campus.ask(first(heldClass).user, 'POST', '/api/attendance', edited, device.headersFor(body)),
    ).toMatchObject(refused('device_signature_missing'));
    expect(
      await campus.ask(first(heldClass).user, 'POST', '/api/attendance', body, device.headersFor(body)),
    ).toMatchObject({ status: 201 });
  });

  it('has only one accepted encoding of its key, so one phone cannot count as several', async () => {
    const heldClass = await holdClass(1);
    const { publicKey, headersFor } = first(heldClass).device;
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = alphabet[alphabet.indexOf(publicKey.x.at(-1)!) + 1];
    const deviceKey = { ...publicKey, x: publicKey.x.slice(0, -1) + last };
    const body = JSON.stringify({ ticket: heldClass.ticketOf(first(heldClass)), deviceKey });
    expect(
      await campus.ask(first(heldClass).user, 'POST', '/api/attendance', body, headersFor(body)),
    ).toMatchObject({ status: 400 });
  });

  it('does not count before its cool-down ends, which the student sees', async () => {
    const heldClass = await holdClass(1, { requireDevice: true });
    const { user, device } = first(heldClass);
    const countsFrom = ago(-60);
    const security = campus.securityOf(user.id, device, {
      devices: [{ deviceId: device.deviceId, key: device.publicKey, countsFrom }],
      preferences: NOTHING,
      version: 2,
    });
    await campus.bus.publish(createEvent(securityChanged, user.id, security));
    await eventually(async () => {
      const { rows } = await campus.database.query(
        'SELECT version FROM student_security WHERE student_id = $1',
        [user.id],
      );
      expect(rows).toEqual([{ version: 2 }]);
    });
    expect(await heldClass.mark()).toMatchObject({
      status: 403,
      body: { code: 'device_cooling_down', details: { countsFrom } },
    });
  });

  it('serves one student per session, and further attempts are rejected and flagged for the teacher', async () => {
    const heldClass = await holdClass(3);
    const [grace, alan, edsger] = heldClass.members as [Member, Member, Member];
    expect(await heldClass.mark(grace)).toMatchObject({ status: 201 });
    for (let tries = 0; tries < 2; tries++)
      expect(await heldClass.mark({ ...alan, device: grace.device })).toMatchObject(
        refused('device_already_used', 409),
      );
    expect(await heldClass.mark(edsger)).toMatchObject({ status: 201 });
    const roster = await heldClass.roster();
    expect(Object.fromEntries(roster.map((record) => [record.student._id, reasonsOf(record)]))).toEqual({
      [edsger.user.id]: [],
      [grace.user.id]: ['device_shared'],
    });
    expect(await attemptsOf(heldClass)).toMatchObject([
      { student: { _id: alan.user.id, name: alan.user.name }, flags: [{ reason: 'device_shared' }] },
    ]);
    // A repeat of the first student's mark does not count as a second student.
    expect(await heldClass.mark(grace)).toMatchObject({ status: 201 });

    const waiting = async () =>
      (await campus.ask(heldClass.teacher, 'GET', '/api/attendance?needsReview=true'))
        .body as AttendanceRecord[];
    expect(await waiting()).toMatchObject([{ student: { _id: grace.user.id } }]);
    expect(
      await campus.ask(heldClass.teacher, 'GET', '/api/attendance/totals?needsReview=true'),
    ).toMatchObject({
      body: { present: 1 },
    });
    const path = `/api/attendance/${(await waiting())[0]?._id}/review`;
    expect(await campus.ask(heldClass.teacher, 'POST', path, { decision: 'accept' })).toMatchObject({
      body: { status: 'PRESENT', flags: [{ reason: 'device_shared' }], reviewedAt: expect.any(String) },
    });
    expect(await waiting()).toEqual([]);

    // The second student's own device is accepted after that; the flag stays with the mark.
    expect(await heldClass.mark(alan)).toMatchObject({ status: 201 });
    expect(await attemptsOf(heldClass)).toEqual([]);
    expect(await waiting()).toMatchObject([{ student: { _id: alan.user.id } }]);
    const own = (await campus.ask(grace.user, 'GET', '/api/attendance')).body as AttendanceRecord[];
    expect(own[0]).not.toHaveProperty('flags');
  });

  it('has rejected attempts by others, which only the teacher of the class sees', async () => {
    const heldClass = await holdClass(1);
    const path = `/api/attendance/attempts?sessionId=${heldClass.session.id}`;
    expect(
      await campus.ask({ ...heldClass.teacher, id: first(heldClass).user.id }, 'GET', path),
    ).toMatchObject({
      status: 404,
    });
    expect(await campus.ask(first(heldClass).user, 'GET', path)).toMatchObject({ status: 403 });
  });

  it('is not blocked by a student who sends its ID without its key', async () => {
    const heldClass = await holdClass(3);
    const [grace, alan, edsger] = heldClass.members as [Member, Member, Member];
    const { deviceId } = grace.device;
    const unsigned = { ticket: heldClass.ticketOf(alan), deviceId };
    expect(await campus.ask(alan.user, 'POST', '/api/attendance', unsigned)).toMatchObject({ status: 201 });
    expect(await heldClass.mark({ ...edsger, device: createDevice() }, { deviceId })).toMatchObject({
      status: 201,
    });
    expect(await heldClass.mark(grace)).toMatchObject({ status: 201 });
    // The id of the device alone is not sufficient.
    const strict = await holdClass(1, { requireDevice: true });
    expect(await markUnsigned(strict, { deviceId: first(strict).device.deviceId })).toMatchObject(
      refused('device_signature_missing'),
    );
  });
});

describe('PINs', () => {
  const guesses = (count: number) =>
    Array.from({ length: count }, (_guess, index) => String(3000 + index).padStart(4, '0'));
  /** Retries like a phone, because the database of a busy machine may answer too slowly. */
  const markPatiently = async (heldClass: Awaited<ReturnType<typeof holdClass>>, pin: string) => {
    for (;;) {
      const answer = await heldClass.mark(undefined, { pin });
      if (answer.status !== 503) return answer;
    }
  };

  it('are compared at most five times, however many guesses are concurrent', async () => {
    const heldClass = await holdClass(1, { requirePin: true });
    const wrong = guesses(60);
    const answers = await Promise.all(wrong.map((pin) => markPatiently(heldClass, pin)));
    const codes = answers.map(({ body }) => (body as { code?: string }).code);
    expect(codes.filter((code) => code === 'wrong_pin')).toHaveLength(4);
    expect(codes.filter((code) => code === 'pin_locked')).toHaveLength(56);
    expect(await heldClass.mark()).toMatchObject({
      status: 429,
      body: {
        code: 'pin_locked',
        error: expect.stringMatching(/^Too many wrong PINs. Try again in \d+ min.$/),
        details: { minutes: expect.any(Number) },
      },
    });
  });

  it('cannot be guessed in a burst: the correct one among sixty wrong ones creates no mark', async () => {
    const heldClass = await holdClass(1, { requirePin: true });
    const answers = await Promise.all([...guesses(60), PIN].map((pin) => markPatiently(heldClass, pin)));
    expect(answers.filter(({ status }) => status === 201)).toEqual([]);
  });

  it('are not rejected if many correct ones are concurrent', async () => {
    const heldClass = await holdClass(1, { requirePin: true });
    const answers = await Promise.all(Array.from({ length: 4 }, () => markPatiently(heldClass, PIN)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201]);
    expect(await heldClass.mark()).toMatchObject({ status: 201 });
  });

  it('are not revealed by other errors while they are locked', async () => {
    const heldClass = await holdClass(1, { requirePin: true, requireSelfie: true });
    const all = [...guesses(30), PIN, ...guesses(30)];
    const answers = await Promise.all(all.map((pin) => markPatiently(heldClass, pin)));
    const codes = answers.map(({ body }) => (body as { code?: string }).code ?? '');
    // The order varies. Once the PIN is locked, answers do not reveal whether a PIN was correct.
    const answered = codes.filter((code) => code !== 'pin_locked');
    expect(answered.length).toBeLessThanOrEqual(4 + 1 + 4);
    expect(codes.filter((code) => code === 'pin_locked').length).toBeGreaterThan(50);
    expect(await heldClass.mark()).toMatchObject(refused('pin_locked', 429));
  });

  it('can be entered again after a correct PIN, and after the pause', async () => {
    const heldClass = await holdClass(1, { requirePin: true, requireSelfie: true });
    for (let round = 0; round < 2; round++) {
      for (const pin of guesses(4))
        expect(await heldClass.mark(undefined, { pin })).toMatchObject(refused('wrong_pin'));
      expect(await heldClass.mark()).toMatchObject(refused('selfie_required'));
    }
    await Promise.all(guesses(6).map((pin) => heldClass.mark(undefined, { pin })));
    expect(await heldClass.mark()).toMatchObject(refused('pin_locked', 429));
    await campus.database.query(`UPDATE pin_attempts SET locked_until = now() WHERE student_id = $1`, [
      first(heldClass).user.id,
    ]);
    expect(await heldClass.mark(undefined, { withoutSelfie: true })).toMatchObject({ status: 201 });
  });
});

describe('a selfie', () => {
  const jpeg = async () => {
    const picture = sharp({ create: { width: 32, height: 24, channels: 3, background: '#a0522d' } });
    return SELFIE_LIMITS.dataUrlPrefix + (await picture.jpeg().toBuffer()).toString('base64');
  };

  it('is stored only with consent, and the teacher sees when the alternative was used', async () => {
    const heldClass = await campus.holdClass(
      2,
      { policy: { ...OPEN_POLICY, requireSelfie: true } },
      { preferences: NOTHING, selfieConsent: false },
    );
    const selfieImage = await jpeg();
    for (const more of [{ selfieImage }, {}])
      expect(await heldClass.mark(undefined, more)).toMatchObject(refused('selfie_consent_missing'));
    expect(await heldClass.mark(undefined, { selfieImage, withoutSelfie: true })).toMatchObject({
      status: 201,
    });
    const [record] = (await heldClass.roster()) as [AttendanceRecord];
    expect(record).toMatchObject({ hasSelfie: false, flags: [{ reason: 'without_selfie' }] });
    const { rows } = await campus.database.query('SELECT 1 FROM selfies WHERE session_id = $1', [
      record.session._id,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('a location', () => {
  const near = { latitude: 52.5003, longitude: 13.4, accuracy: 5 };
  const located = (students: number, location = ROOM, more: object = {}) =>
    holdClass(students, {}, { location, ...more });
  const checkLocation = (heldClass: HeldClass, location: object) =>
    campus.ask(first(heldClass).user, 'POST', '/api/attendance/location-check', {
      ticket: heldClass.ticketOf(first(heldClass)),
      location,
    });

  it('is rejected with advice if its accuracy is too low', async () => {
    const heldClass = await located(1);
    expect(await heldClass.mark(undefined, { location: { ...near, accuracy: 101 } })).toMatchObject({
      status: 403,
      body: { code: 'location_inaccurate', error: expect.stringContaining('Turn on precise location') },
    });
    expect(await heldClass.mark(undefined, { location: { ...near, accuracy: 100 } })).toMatchObject({
      status: 201,
    });
  });

  it.each([0, undefined])('is flagged if its accuracy is implausible: %s m', async (accuracy) => {
    const heldClass = await located(1);
    expect(await heldClass.mark(undefined, { location: { ...near, accuracy } })).toMatchObject({
      status: 201,
    });
    expect((await heldClass.roster()).map(reasonsOf)).toEqual([['zero_accuracy']]);
  });

  it('is stored only as a distance range', async () => {
    const heldClass = await located(1);
    await heldClass.mark(undefined, { location: near });
    const { rows } = await campus.database.query<Record<string, unknown>>(
      'SELECT * FROM scan_evidence WHERE session_id = $1',
      [heldClass.session.id],
    );
    expect(rows[0]).toMatchObject({ distance_band: 'up to 50 m' });
    // The pattern excludes times such as 09:30:52.583.
    expect(JSON.stringify(rows)).not.toMatch(/(?<!\d:)52\.5/);
  });

  it('is flagged if three students share it to the last digit, and is deleted after the session', async () => {
    const heldClass = await located(4);
    const [grace, alan, edsger, barbara] = heldClass.members as [Member, Member, Member, Member];
    for (const member of [grace, alan]) await heldClass.mark(member, { location: near });
    await heldClass.mark(barbara, { location: { ...near, longitude: 13.4000001 } });
    const shown = async () =>
      Object.fromEntries((await heldClass.roster()).map((record) => [record.student._id, reasonsOf(record)]));
    const countEvidence = async () => {
      const { rows } = await campus.database.query(
        `SELECT count(p.position_hash)::int AS positions, count(DISTINCT s.position_salt)::int AS salts
           FROM sessions s LEFT JOIN scan_evidence p ON p.session_id = s.id AND p.position_hash IS NOT NULL WHERE s.id = $1`,
        [heldClass.session.id],
      );
      return rows[0] as unknown;
    };
    await heldClass.mark(edsger, { location: near });
    await eventually(async () => {
      const flags = await shown();
      for (const { user } of [grace, alan, edsger]) expect(flags[user.id]).toEqual(['same_coordinates']);
      expect(flags[barbara.user.id]).toEqual([]);
    });
    expect(await countEvidence()).toEqual({ positions: 4, salts: 1 });
    await campus.publishSession({ ...heldClass.session, active: false, endedAt: ago(2), version: 2 });
    await eventually(async () => expect(await countEvidence()).toEqual({ positions: 0, salts: 0 }));
  });

  it('is flagged if it cannot be reached in time from the room of the last mark', async () => {
    const here = await located(1);
    const { user, device } = first(here);
    await here.mark(undefined, { location: near });
    const markIn = async (location: typeof ROOM) => {
      const heldClass = await located(0, location);
      await campus.enroll(
        heldClass.course.id,
        user,
        campus.securityOf(user.id, device, { preferences: NOTHING }),
      );
      const member = { user, device };
      const place = { location: { ...location, accuracy: 5 } };
      await eventually(async () =>
        expect(await heldClass.mark(member, place)).toMatchObject({ status: 201 }),
      );
      return (await heldClass.roster()).flatMap(reasonsOf);
    };
    // The next positions are across the street, and then some 500 km away within seconds.
    expect(await markIn({ ...ROOM, latitude: 52.505 })).toEqual([]);
    expect(await markIn({ ...ROOM, latitude: 48.1 })).toEqual(['impossible_jump']);
  });

  it('has a rate limit for distance checks', async () => {
    const heldClass = await located(1);
    const far = { latitude: 52.6, longitude: 13.4, accuracy: 5 };
    for (let tries = 0; tries < 10; tries++) {
      expect(await checkLocation(heldClass, far)).toMatchObject({
        status: 200,
        body: { withinRadius: false },
      });
      expect(await heldClass.mark(undefined, { location: far })).toMatchObject(refused('outside_radius'));
    }
    const enough = { status: 429, body: { code: 'too_many_places', details: { minutes: 10 } } };
    expect(await checkLocation(heldClass, far)).toMatchObject(enough);
    const answer = await heldClass.mark(undefined, { location: far });
    expect(answer).toMatchObject(enough);
    expect(answer.body).not.toHaveProperty('details.distance');
    // Students in the room are not affected.
    expect(await heldClass.mark(undefined, { location: near })).toMatchObject({ status: 201 });
  });
});

it('the token of a suspended person is rejected until the suspension is lifted', async () => {
  const heldClass = await holdClass(1);
  const { user } = first(heldClass);
  const tell = (suspended: boolean, version: number) =>
    campus.bus.publish(
      createEvent(userChanged, user.id, {
        id: user.id,
        name: user.name,
        email: 'g@campus.example',
        userType: 'STUDENT',
        suspended,
        // The tokens of tests contain the same number, so only the suspension rejects them.
        signedOut: { times: 0, at: ago(0), until: ago(-15) },
        version,
      }),
    );
  await tell(true, 2);
  await eventually(async () => expect(await heldClass.mark()).toMatchObject(refused('suspended', 401)));
  await tell(false, 3);
  await eventually(async () => expect(await heldClass.mark()).toMatchObject({ status: 201 }));
});

it('preferences apply even if the session requires nothing', async () => {
  const heldClass = await campus.holdClass(1, {}, { preferences: DEFAULT_SECURITY_PREFERENCES });
  expect(await heldClass.mark(undefined, { pin: undefined })).toMatchObject(refused('pin_required'));
  expect(await markUnsigned(heldClass, { pin: PIN })).toMatchObject(refused('device_signature_missing'));
});
