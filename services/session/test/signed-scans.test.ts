import {
  datedTicketClaimsSchema,
  DEVICE_SIGNATURE_HEADER,
  SCAN_PROOF_HEADER,
  ticketClaimsSchema,
} from '@qr-attendance/contracts';
import { samples } from '@qr-attendance/contracts/samples';
import { thumbprintOf, TICKET, verifyToken } from '@qr-attendance/server';
import { createDevice } from '@qr-attendance/test-kit';
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

const claimsOf = (ticket: string) => verifyToken(TICKET, world.ticketKeys, ticketClaimsSchema, ticket);
const notYours = { status: 403, body: { code: 'scan_not_yours' } };
const unsigned = { status: 403, body: { code: 'scan_unsigned' } };

describe('a signed scan', () => {
  it('is exchanged for a ticket with the browser’s key and clock difference', async () => {
    const { code } = await room.open();
    const device = createDevice();
    const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
    const typed = `${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`;
    const headers = device.scanHeaders(typed, anHourAgo);
    const { status, body } = await room.verifySigned(world.people.student(), code, headers);
    expect(status).toBe(200);
    const claims = claimsOf(body.ticket);
    expect(claims?.cnf).toEqual({ jkt: thumbprintOf(device.publicKey) });
    expect(claims).not.toHaveProperty('unsigned');
    expect(claims?.clockBehindMs).toBeGreaterThanOrEqual(3_600_000);
    expect(claims?.clockBehindMs).toBeLessThan(3_660_000);
  });

  it('is exchanged for a ticket whose time and clock difference come from a single clock reading', async () => {
    const { code, teacher } = await room.open();
    world.neighbors.users.set(teacher.id, { ...samples.teacherChanged, id: teacher.id });
    world.neighbors.answers.delayMs = 1_100;
    const at = new Date().toISOString();
    const headers = createDevice().scanHeaders(code, at);
    const { body } = await room.verifySigned(world.people.student(), code, headers);
    world.neighbors.answers.delayMs = 0;
    const claims = verifyToken(TICKET, world.ticketKeys, datedTicketClaimsSchema, body.ticket);
    expect(claims?.iat).toBe(Math.floor((Date.parse(at) + (claims?.clockBehindMs ?? NaN)) / 1000));
  });

  it('binds the ticket to the same key if it happens before the sign-in', async () => {
    const { code } = await room.open();
    const device = createDevice();
    const { status, body } = await room.scan(code, device);
    expect(status).toBe(201);
    const at = new Date(Date.now() + 60_000).toISOString();
    const redeemed = await room.redeem(world.people.student(), body.scan, device, device, at);
    const claims = claimsOf(redeemed.body.ticket);
    expect(claims?.cnf).toEqual({ jkt: thumbprintOf(device.publicKey) });
    expect(claims?.clockBehindMs).toBeLessThanOrEqual(-50_000);
  });

  it('is rejected if the signature is invalid or belongs to another code or key', async () => {
    const { code } = await room.open();
    const other = await room.open();
    const [mine, thief] = [createDevice(), createDevice()];
    const student = world.people.student();
    const [text = '', signature = ''] = mine.scanHeaders(code)[SCAN_PROOF_HEADER]?.split('.') ?? [];
    const stolen = thief.scanHeaders(code)[SCAN_PROOF_HEADER]?.split('.')[1] ?? '';
    const proofs = ['', '.', 'x', text, `${text}.`, `${text}.${stolen}`, `${signature}.${text}`];
    for (const proof of proofs)
      expect(await room.verifySigned(student, code, { [SCAN_PROOF_HEADER]: proof })).toMatchObject(notYours);
    expect(await room.verifySigned(student, code, mine.scanHeaders(other.code))).toMatchObject(notYours);
    expect(await room.scan(code, mine, thief)).toMatchObject(notYours);
    const forged = { ...mine, headersFor: () => ({ [DEVICE_SIGNATURE_HEADER]: 'x' }) };
    expect(await room.scan(code, mine, forged)).toMatchObject(notYours);
  });

  it('gets the same response as any wrong code if its code is wrong', async () => {
    const headers = createDevice().scanHeaders('NOSUCH00');
    expect(await room.verifySigned(world.people.student(), 'NOSUCH00', headers)).toMatchObject({
      status: 404,
      body: { code: 'invalid_code' },
    });
  });
});

describe('an unsigned scan', () => {
  it('is accepted and recorded in its ticket, unless the session requires signatures', async () => {
    const student = world.people.student();
    const { code } = await room.open();
    expect(claimsOf((await room.verify(student, code)).body.ticket)).toMatchObject({ unsigned: true });
    const strict = await room.open({ policy: { allowUnsigned: false } });
    expect(await room.verify(student, strict.code)).toMatchObject(unsigned);
    const signed = await room.verifySigned(student, strict.code, createDevice().scanHeaders(strict.code));
    expect(signed.status).toBe(200);
    expect(signed.body.requires).not.toHaveProperty('allowUnsigned');
  });

  it('is rejected in every session if the institution requires it, unless a teacher accepts it', async () => {
    const strict = await world.startReplica({ SESSION_ALLOW_UNSIGNED: 'false' });
    try {
      const strictRoom = createClass({ ...world, url: () => strict.url });
      const teacher = world.people.teacher();
      const student = world.people.student();
      const create = async (policy: object) =>
        (await strictRoom.create(teacher, strictRoom.newSession(strictRoom.giveCourse(teacher), { policy })))
          .body.qrCode;
      expect(await strictRoom.verify(student, await create({}))).toMatchObject(unsigned);
      expect((await strictRoom.verify(student, await create({ allowUnsigned: true }))).status).toBe(200);
    } finally {
      await strict.stop();
    }
  });
});
