import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { scanClaimsSchema, ticketClaimsSchema } from '@qr-attendance/contracts';
import { SCAN, signToken, thumbprintOf, TICKET, verifyToken } from '@qr-attendance/server';
import { eventually, createDevice, type TestDevice } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClass, type Class } from './support/class.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
let room: Class;
beforeAll(async () => {
  world = await startWorld();
  room = createClass(world);
});
afterAll(() => world.close());

const scanned = async (more: object = {}) => {
  const session = await room.open(more);
  const device = createDevice();
  const { body } = await room.scan(session.code, device);
  return { ...session, device, scan: body.scan };
};
const scanOf = async (sessionId: string, device: ReturnType<typeof createDevice>, lifetimeSeconds: number) =>
  signToken(
    SCAN,
    world.scanKey,
    { sessionId, cnf: { jkt: thumbprintOf(device.publicKey) }, jti: randomUUID() },
    lifetimeSeconds,
  );
const expired = {
  status: 403,
  body: { code: 'scan_expired', error: 'Your scan has expired. Please scan the code again.' },
};
const notYours = { status: 403, body: { code: 'scan_not_yours' } };

describe('a student who scans before signing in', () => {
  it('gets a scan token for this session, bound to the browser’s key, for three minutes', async () => {
    const { id, code } = await room.open();
    const device = createDevice();
    const { status, body } = await room.scan(code.toLowerCase(), device);
    expect(status).toBe(201);
    expect(Object.keys(body).sort()).toEqual(['expiresAt', 'expiresInMs', 'scan']);
    const claims = verifyToken(SCAN, world.ticketKeys, scanClaimsSchema, body.scan);
    expect(claims).toEqual({
      sessionId: id,
      cnf: { jkt: thumbprintOf(device.publicKey) },
      jti: expect.any(String),
      iat: Date.parse(body.expiresAt) / 1000 - 180,
      exp: Date.parse(body.expiresAt) / 1000,
    });
    const left = Date.parse(body.expiresAt) - Date.now();
    expect(left).toBeGreaterThan(170_000);
    expect(left).toBeLessThanOrEqual(180_000);
    expect(body.expiresInMs).toBeGreaterThanOrEqual(left);
    expect(body.expiresInMs).toBeLessThanOrEqual(180_000);
  });

  it('exchanges it for a ticket after the sign-in, even if the code has expired', async () => {
    const { id, courseId, code, device, scan } = await scanned({ policy: { requirePin: true } });
    const student = world.people.student();
    const { body: direct } = await room.verify(student, code);
    await room.age(id, 60);
    await eventually(async () => expect((await room.verify(student, code)).status).toBe(404));

    const { status, body } = await room.redeem(student, scan, device);
    expect(status).toBe(200);
    const untimed = { ticket: '', ticketExpiresAt: '', startsInMs: 0 };
    expect({ ...body, ...untimed }).toEqual({ ...direct, ...untimed });
    expect(body.requires.requirePin).toBe(true);
    const claims = verifyToken(TICKET, world.ticketKeys, ticketClaimsSchema, body.ticket);
    expect(claims).toMatchObject({ sub: student.id, sessionId: id, courseId });
  });

  it('may repeat the request if the response was lost', async () => {
    const { device, scan } = await scanned();
    const student = world.people.student();
    for (let time = 0; time < 2; time += 1)
      expect((await room.redeem(student, scan, device)).status).toBe(200);
  });

  it('gets no ticket before the sign-in', async () => {
    const { device, scan } = await scanned();
    const body = { scan, deviceKey: device.publicKey };
    const answer = await fetch(`${world.url()}/api/sessions/scans/redeem`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...device.headersFor(JSON.stringify(body)) },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(401);
  });

  it('gets the same error for an unknown code, an expired code or a code of an ended session', async () => {
    const device = createDevice();
    const dead = await room.open();
    await room.age(dead.id, 60);
    const over = await room.open();
    await room.end(over.teacher, over.id);
    const answers = await Promise.all(
      ['NOSUCH00', '$ne', dead.code, over.code].map((code) => room.scan(code, device)),
    );
    for (const { status, body } of answers)
      expect({ status, body: { ...body, requestId: '' } }).toEqual({
        status: 404,
        body: { error: 'Invalid QR code or session not found', code: 'invalid_code', requestId: '' },
      });
  });

  it('is rejected without a signature and asked to sign in first', async () => {
    const { code } = await room.open();
    expect(await room.scan(code, createDevice(), null)).toMatchObject({
      status: 403,
      body: { code: 'sign_in_first' },
    });
  });

  it.each([
    ['no key', undefined],
    ['a key on another curve', { ...createDevice().publicKey, crv: 'P-384' }],
    ['a number as a private key', { ...createDevice().publicKey, x: 7 }],
    ['a query operator as the key', { $ne: null }],
  ])('is rejected with %s', async (_what, deviceKey) => {
    const { code } = await room.open();
    const device = { ...createDevice(), publicKey: deviceKey as TestDevice['publicKey'] };
    expect(await room.scan(code, device)).toMatchObject({ status: 400 });
  });
});

describe('a forwarded scan', () => {
  it('is rejected in another browser, whatever key it names', async () => {
    const { device, scan } = await scanned();
    const other = createDevice();
    const friend = world.people.student();
    expect(await room.redeem(friend, scan, other)).toMatchObject(notYours);
    expect(await room.redeem(friend, scan, device, other)).toMatchObject(notYours);
    expect(await room.redeem(friend, scan, device, null)).toMatchObject(notYours);
  });

  it('is rejected if its signature covers other bytes', async () => {
    const { device, scan } = await scanned();
    const signer = { ...device, headersFor: (body: string) => device.headersFor(`${body} `) };
    expect(await room.redeem(world.people.student(), scan, device, signer)).toMatchObject(notYours);
  });

  it('is rejected if its key is not a point on the curve', async () => {
    const { device, scan } = await scanned();
    const broken = { ...device, publicKey: { ...device.publicKey, y: device.publicKey.x } };
    expect(await room.redeem(world.people.student(), scan, broken, device)).toMatchObject(notYours);
  });
});

describe('a scan token', () => {
  it('is rejected with a clear error once it has expired', async () => {
    const { id } = await room.open();
    const device = createDevice();
    const student = world.people.student();
    expect((await room.redeem(student, await scanOf(id, device, 60), device)).status).toBe(200);
    expect(await room.redeem(student, await scanOf(id, device, -1), device)).toMatchObject(expired);
  });

  it('is rejected if it was not issued by this service', async () => {
    const { device, code, scan } = await scanned();
    const student = world.people.student();
    const [head, payload, signature] = scan.split('.');
    const none = Buffer.from('{"alg":"none","typ":"JWT","kid":"ticket"}').toString('base64url');
    const { body } = await room.verify(student, code);
    for (const forged of [
      `${head}.${payload}.${signature?.slice(0, -4)}AAAA`,
      `${none}.${payload}.`,
      'x',
      body.ticket,
      student.token,
    ])
      expect(await room.redeem(student, forged, device)).toMatchObject(expired);
  });

  it('is valid only while its session lasts', async () => {
    const { teacher, id, device, scan } = await scanned();
    await room.end(teacher, id);
    expect(await room.redeem(world.people.student(), scan, device)).toMatchObject({
      status: 409,
      body: { code: 'session_ended', error: 'This class has ended.' },
    });
  });

  it('is neither a ticket nor an access token', async () => {
    const { scan } = await scanned();
    expect(verifyToken(TICKET, world.ticketKeys, ticketClaimsSchema, scan)).toBeUndefined();
    const { status } = await fetch(`${world.url()}/api/sessions`, {
      headers: { authorization: `Bearer ${scan}` },
    });
    expect(status).toBe(401);
  });
});

describe('during a rotation of the scan key', () => {
  const next = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicKeys = { keys: [{ ...next.publicKey.export({ format: 'jwk' }), kid: 'next' }] };
  let other: World;
  beforeAll(async () => {
    other = await startWorld({ TICKET_PUBLIC_KEYS: JSON.stringify(publicKeys) });
  });
  afterAll(() => other.close());

  it('a scan token signed with the next key is accepted, unlike one with an unknown key', async () => {
    const otherRoom = createClass(other);
    const teacher = other.people.teacher();
    const { body } = await otherRoom.create(teacher, otherRoom.newSession(otherRoom.giveCourse(teacher)));
    const device = createDevice();
    const claims = { sessionId: body._id, cnf: { jkt: thumbprintOf(device.publicKey) }, jti: randomUUID() };
    const byKey = (kid: string) => signToken(SCAN, { kid, key: next.privateKey }, claims, 180);
    const student = other.people.student();
    expect((await otherRoom.redeem(student, byKey('next'), device)).status).toBe(200);
    expect(await otherRoom.redeem(student, byKey('ticket'), device)).toMatchObject(expired);
    expect(await otherRoom.redeem(student, byKey('unknown'), device)).toMatchObject(expired);
  });
});
