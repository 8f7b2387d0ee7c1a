import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  DEFAULT_SECURITY_PREFERENCES,
  SELFIE_LIMITS,
  type PasskeyRequestOptions,
  type StudentSecurity,
} from '@qr-attendance/contracts';
import { securityChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import { eventually, createPasskey, type AssertionOptions, type TestPasskey } from '@qr-attendance/test-kit';
import sharp from 'sharp';
import { PIN_TRIES } from '../src/features/marking/rules/judge-proofs.ts';
import { ago, objectId, startCampus, type Campus, type HeldClass, type Member } from './campus.ts';
import { startOwner, type Owner } from './stand-in-owner.ts';

const PAGE = 'https://attendance.campus.example';
const OTHER_PAGE = 'https://campus-attendance.example:8443';
const FAILED = {
  status: 403,
  body: { code: 'passkey_failed', error: 'Biometric verification failed. Please try again.' },
};
const MARKED = { status: 201, body: { status: 'PRESENT' } };

let auth: Owner;
let campus: Campus;
beforeAll(async () => {
  auth = await startOwner();
  campus = await startCampus({
    urls: { auth: auth.url },
    env: { attendance: { PUBLIC_ORIGINS: `${PAGE}, ${OTHER_PAGE}` } },
  });
});
afterAll(async () => {
  await campus.stop();
  auth.stop();
});

const preferences = { ...DEFAULT_SECURITY_PREFERENCES, requireBiometric: true };
const holdClass = (passkey: TestPasskey, students = 1) =>
  campus.holdClass(students, {}, { preferences, passkeys: [passkey.verifier] });

const startCheck = (heldClass: HeldClass, member: Member = heldClass.members[0]!, origin?: string) =>
  campus.ask(
    member.user,
    'POST',
    '/api/attendance/passkey-challenge',
    { ticket: heldClass.ticketOf(member) },
    origin === undefined ? {} : { origin },
  );
const challengeOf = async (heldClass: HeldClass, member?: Member, origin?: string) => {
  const { status, body } = await startCheck(heldClass, member, origin);
  expect(status).toBe(200);
  return body as PasskeyRequestOptions;
};

const answer = async (
  heldClass: HeldClass,
  passkey: TestPasskey,
  changes: Partial<AssertionOptions> = {},
  member?: Member,
) => {
  const { challenge, rpId = '' } = await challengeOf(heldClass, member);
  return passkey.assert({ challenge, rpId, origin: PAGE, ...changes });
};
const tinyJpeg = () =>
  sharp({ create: { width: 32, height: 24, channels: 3, background: '#a0522d' } })
    .jpeg()
    .toBuffer();
const challengesLeft = async () =>
  (await campus.database.query<{ count: number }>('SELECT count(*)::int FROM passkey_challenges')).rows[0]
    ?.count;

describe('a challenge', () => {
  it('contains 32 random bytes, lists the user’s passkeys, requires user verification, and is valid for a minute', async () => {
    const passkey = createPasskey();
    const heldClass = await holdClass(passkey);
    const [firstChallenge, secondChallenge] = [await challengeOf(heldClass), await challengeOf(heldClass)];
    expect(Buffer.from(firstChallenge.challenge, 'base64url')).toHaveLength(32);
    expect(firstChallenge.challenge).not.toBe(secondChallenge.challenge);
    expect(firstChallenge).toMatchObject({
      userVerification: 'required',
      timeout: 60_000,
      allowCredentials: [{ id: passkey.id, type: 'public-key', transports: ['internal', 'hybrid'] }],
    });
  });

  it('is issued for the requesting page’s host, or for the first public origin if the host is unknown', async () => {
    const heldClass = await holdClass(createPasskey());
    const rpIdFor = async (origin?: string) => (await challengeOf(heldClass, undefined, origin)).rpId;
    expect(await rpIdFor(OTHER_PAGE)).toBe('campus-attendance.example');
    expect(await rpIdFor(PAGE)).toBe('attendance.campus.example');
    expect(await rpIdFor()).toBe('attendance.campus.example');
    expect(await rpIdFor('https://evil.example')).toBe('attendance.campus.example');
  });

  it('is issued only for the user’s own scan', async () => {
    const heldClass = await holdClass(createPasskey(), 2);
    const [grace, alan] = heldClass.members as [Member, Member];
    const path = '/api/attendance/passkey-challenge';
    const stolen = { ticket: heldClass.ticketOf(alan) };
    expect(await campus.ask(grace.user, 'POST', path, stolen)).toMatchObject({
      status: 403,
      body: { code: 'ticket_not_yours' },
    });
    expect(await campus.ask(grace.user, 'POST', path, {})).toMatchObject({
      status: 400,
      body: { details: { fields: { ticket: expect.any(String) } } },
    });
    expect(await campus.ask(heldClass.teacher, 'POST', path, stolen)).toMatchObject({ status: 403 });
  });

  it('requires a passkey, even if only the auth service knows of the passkey yet', async () => {
    const heldClass = await campus.holdClass(1, {}, { preferences });
    expect(await startCheck(heldClass)).toMatchObject({
      status: 403,
      body: { code: 'passkey_not_set', error: 'Add a passkey in Security Settings first.' },
    });
    const [member] = heldClass.members as [Member];
    const passkey = createPasskey();
    const security: StudentSecurity = campus.securityOf(member.user.id, member.device, {
      preferences,
      passkeys: [passkey.verifier],
      version: 2,
    });
    auth.answers.set(`/internal/students/${member.user.id}/security`, security);
    expect(await heldClass.mark(undefined, { passkey: await answer(heldClass, passkey) })).toMatchObject(
      MARKED,
    );
  });
});

describe('a required passkey', () => {
  it('accepts a student whose assertion answers the challenge', async () => {
    const passkey = createPasskey();
    const heldClass = await holdClass(passkey);
    const before = (await challengesLeft()) ?? 0;
    const assertion = await answer(heldClass, passkey);
    expect(await challengesLeft()).toBe(before + 1);
    expect(await heldClass.mark(undefined, { passkey: assertion })).toMatchObject(MARKED);
    expect(await challengesLeft()).toBe(before);
  });

  it('is requested whatever the phone claims', async () => {
    const heldClass = await holdClass(createPasskey());
    expect(await heldClass.mark(undefined, { biometricVerified: true })).toMatchObject({
      status: 403,
      body: { code: 'passkey_required', error: 'Biometric verification is required.' },
    });
    expect(await heldClass.roster()).toEqual([]);
  });

  it('is no longer requested once the auth service reports that the preference is off', async () => {
    const heldClass = await holdClass(createPasskey());
    const [member] = heldClass.members as [Member];
    const security = campus.securityOf(member.user.id, member.device, { version: 2 });
    auth.answers.set(`/internal/students/${member.user.id}/security`, security);
    expect(await heldClass.mark()).toMatchObject(MARKED);
  });

  it.each<[string, Partial<AssertionOptions>]>([
    ['without user verification', { userVerified: false }],
    ['from another origin', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['of type registration', { type: 'webauthn.create' }],
    ['for an unknown challenge', { challenge: randomBytes(32).toString('base64url') }],
  ])('rejects an assertion %s', async (_how, changes) => {
    const passkey = createPasskey();
    const heldClass = await holdClass(passkey);
    const assertion = await answer(heldClass, passkey, changes);
    expect(await heldClass.mark(undefined, { passkey: assertion })).toMatchObject(FAILED);
    expect(await heldClass.roster()).toEqual([]);
  });

  it('rejects a challenge of another student or another session', async () => {
    const passkey = createPasskey();
    const heldClass = await holdClass(passkey, 2);
    const [grace, alan] = heldClass.members as [Member, Member];
    const elsewhere = await holdClass(passkey);
    const alans = await answer(heldClass, passkey, {}, alan);
    for (const assertion of [alans, await answer(elsewhere, passkey)])
      expect(await heldClass.mark(grace, { passkey: assertion })).toMatchObject(FAILED);
    // The rejected attempt must not consume the other student's challenge.
    expect(await heldClass.mark(alan, { passkey: alans })).toMatchObject(MARKED);
  });

  it('rejects the challenge of another scan by the same student in the same session', async () => {
    const passkey = createPasskey();
    const heldClass = await holdClass(passkey);
    const assertion = await answer(heldClass, passkey);
    const ticket = heldClass.scanAgain(heldClass.members[0]!);
    expect(await heldClass.mark(undefined, { passkey: assertion, ticket })).toMatchObject(FAILED);
    expect(await heldClass.mark(undefined, { passkey: assertion })).toMatchObject(MARKED);
  });

  it('rejects the passkey of another student', async () => {
    const [own, other] = [createPasskey(), createPasskey()];
    const heldClass = await holdClass(own);
    expect(await heldClass.mark(undefined, { passkey: await answer(heldClass, other) })).toMatchObject(
      FAILED,
    );
    const forged = { ...(await answer(heldClass, other)), id: own.id, rawId: own.id };
    expect(await heldClass.mark(undefined, { passkey: forged })).toMatchObject(FAILED);
  });

  it('rejects an expired challenge', async () => {
    const passkey = createPasskey();
    const heldClass = await holdClass(passkey);
    const assertion = await answer(heldClass, passkey);
    await campus.database.query(
      `UPDATE passkey_challenges SET expires_at = expires_at - interval '61 seconds' WHERE student_id = $1`,
      [heldClass.members[0]!.user.id],
    );
    expect(await heldClass.mark(undefined, { passkey: assertion })).toMatchObject(FAILED);
  });

  it('rejects a second assertion for the same challenge', async () => {
    const passkey = createPasskey();
    const heldClass = await holdClass(passkey);
    const { challenge, rpId = '' } = await challengeOf(heldClass);
    const wrong = passkey.assert({ challenge, rpId, origin: 'https://evil.example' });
    expect(await heldClass.mark(undefined, { passkey: wrong })).toMatchObject(FAILED);
    const right = passkey.assert({ challenge, rpId, origin: PAGE });
    expect(await heldClass.mark(undefined, { passkey: right })).toMatchObject(FAILED);
  });

  it('keeps its challenge after a wrong PIN or an invalid selfie', async () => {
    const passkey = createPasskey();
    const both = { ...preferences, requireSelfie: true };
    const heldClass = await campus.holdClass(1, {}, { preferences: both, passkeys: [passkey.verifier] });
    const assertion = await answer(heldClass, passkey);
    expect(await heldClass.mark(undefined, { passkey: assertion, pin: '0000' })).toMatchObject({
      body: { code: 'wrong_pin' },
    });
    expect(await heldClass.mark(undefined, { passkey: assertion })).toMatchObject({
      body: { code: 'selfie_required' },
    });
    expect(await heldClass.mark(undefined, { passkey: assertion, selfieImage: 'hello' })).toMatchObject({
      body: { code: 'selfie_invalid' },
    });
    const selfieImage = SELFIE_LIMITS.dataUrlPrefix + (await tinyJpeg()).toString('base64');
    expect(await heldClass.mark(undefined, { passkey: assertion, selfieImage })).toMatchObject(MARKED);
  });

  it('returns the same record to repeated requests, even concurrent ones', async () => {
    const passkey = createPasskey();
    const heldClass = await holdClass(passkey);
    const assertion = await answer(heldClass, passkey, { counter: 7 });
    const repeats = Array.from({ length: 4 }, () => heldClass.mark(undefined, { passkey: assertion }));
    const answers = [
      ...(await Promise.all(repeats)),
      await heldClass.mark(undefined, { passkey: assertion }),
    ];
    for (const { status, body } of answers) expect({ status, body }).toEqual(answers[0]);
    expect(answers[0]).toMatchObject(MARKED);
    expect(await heldClass.roster()).toHaveLength(1);
  });

  it('counts no PIN attempt if the phone repeats the request', async () => {
    const passkey = createPasskey();
    const both = { ...preferences, requirePin: true };
    const heldClass = await campus.holdClass(1, {}, { preferences: both, passkeys: [passkey.verifier] });
    const [member] = heldClass.members as [Member];
    const body = { passkey: await answer(heldClass, passkey) };
    for (let tries = 0; tries <= PIN_TRIES; tries++)
      expect(await heldClass.mark(undefined, body)).toMatchObject(MARKED);
    const next = { ...heldClass.session, id: objectId() };
    await campus.publishSession(next);
    const ticket = campus.services.ticketFor({
      userId: member.user.id,
      sessionId: next.id,
      courseId: next.courseId,
    });
    await eventually(async () => {
      const path = '/api/attendance/passkey-challenge';
      const asked = await campus.ask(member.user, 'POST', path, { ticket });
      expect(asked.status).toBe(200);
      const { challenge, rpId = '' } = asked.body as PasskeyRequestOptions;
      const assertion = passkey.assert({ challenge, rpId, origin: PAGE });
      expect(await heldClass.mark(member, { ticket, passkey: assertion })).toMatchObject(MARKED);
    });
  });

  it('rejects an authenticator whose counter decreased', async () => {
    const passkey = createPasskey();
    const first = await holdClass(passkey);
    expect(
      await first.mark(undefined, { passkey: await answer(first, passkey, { counter: 7 }) }),
    ).toMatchObject(MARKED);
    const second = await holdClass(passkey);
    const cloned = await answer(second, passkey, { counter: 7 });
    expect(await second.mark(undefined, { passkey: cloned })).toMatchObject(FAILED);
    const real = await answer(second, passkey, { counter: 8 });
    expect(await second.mark(undefined, { passkey: real })).toMatchObject(MARKED);
  });

  it('is accepted even if only the auth service knows of it yet', async () => {
    const [old, added] = [createPasskey(), createPasskey()];
    const heldClass = await holdClass(old);
    const [member] = heldClass.members as [Member];
    const security = campus.securityOf(member.user.id, member.device, {
      preferences,
      passkeys: [old.verifier, added.verifier],
      version: 2,
    });
    auth.answers.set(`/internal/students/${member.user.id}/security`, security);
    expect(await heldClass.mark(undefined, { passkey: await answer(heldClass, added) })).toMatchObject(
      MARKED,
    );
  });

  it('is accepted only after its cool-down, and no challenge is issued before', async () => {
    const passkey = createPasskey();
    const heldClass = await campus.holdClass(1, {}, { preferences });
    const [member] = heldClass.members as [Member];
    const { id } = member.user;
    const tell = (countsFrom: string, version: number) => {
      const waitingPasskeys = [{ ...passkey.verifier, countsFrom }];
      const published = campus.securityOf(id, member.device, { preferences, waitingPasskeys, version });
      auth.answers.set(`/internal/students/${id}/security`, published);
      return campus.bus.publish(createEvent(securityChanged, id, published));
    };
    await tell(ago(-60), 2);
    const WAITING = {
      status: 403,
      body: {
        code: 'passkey_cooling_down',
        details: { proof: { kind: 'passkey', id: passkey.verifier.credentialId } },
      },
    };
    await eventually(async () => expect(await startCheck(heldClass)).toMatchObject(WAITING));
    expect(await heldClass.mark()).toMatchObject(WAITING);
    // The cool-down of the passkey ends without another event.
    await tell(ago(1), 3);
    await eventually(async () => expect(await startCheck(heldClass)).toMatchObject({ status: 200 }));
    expect(await heldClass.mark(undefined, { passkey: await answer(heldClass, passkey) })).toMatchObject(
      MARKED,
    );
  });

  it('is rejected once its owner has removed it', async () => {
    const passkey = createPasskey();
    const heldClass = await holdClass(passkey);
    const [member] = heldClass.members as [Member];
    const assertion = await answer(heldClass, passkey);
    const removed = campus.securityOf(member.user.id, member.device, { preferences, version: 2 });
    await campus.bus.publish(createEvent(securityChanged, member.user.id, removed));
    await eventually(async () => expect(await startCheck(heldClass)).toMatchObject({ status: 403 }));
    expect(await heldClass.mark(undefined, { passkey: assertion })).toMatchObject(FAILED);
  });

  it.each([
    ['not base64url', { clientDataJSON: '{}' }, 400],
    ['not JSON', { clientDataJSON: 'AAAA' }, 403],
    ['not an object', { clientDataJSON: Buffer.from('null').toString('base64url') }, 403],
    ['a number', { clientDataJSON: Buffer.from('{"challenge":1}').toString('base64url') }, 403],
    [
      'a zero character',
      { clientDataJSON: Buffer.from(String.raw`{"challenge":"\u0000"}`).toString('base64url') },
      403,
    ],
    ['too short', { authenticatorData: 'AAAA' }, 403],
    ['not a signature', { signature: 'AAAA' }, 403],
  ])('rejects bytes that are %s', async (_what, changes, status) => {
    const passkey = createPasskey();
    const heldClass = await holdClass(passkey);
    const good = await answer(heldClass, passkey);
    const bad = { ...good, response: { ...good.response, ...changes } };
    expect(await heldClass.mark(undefined, { passkey: bad })).toMatchObject({ status });
  });
});

it('expired challenges are deleted', async () => {
  const heldClass = await holdClass(createPasskey());
  await challengeOf(heldClass);
  await campus.database.query(`UPDATE passkey_challenges SET expires_at = now() - interval '1 second'`);
  await campus.services.restart('attendance');
  await eventually(async () => expect(await challengesLeft()).toBe(0));
});
