import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { scanClaimsSchema, ticketClaimsSchema } from '@qr-attendance/contracts';
import { SCAN, sharedKeyOf, TICKET, verifyToken } from '@qr-attendance/server';
import { createDevice } from '@qr-attendance/test-kit';
import { createClass, type Class } from './support/class.ts';
import { startWorld, type World } from './support/world.ts';

const SECRET = 'a secret of session and attendance alone';
const keysOf = (secret: string) => {
  const { kid, key } = sharedKeyOf(secret);
  return new Map([[kid, key]]);
};

let world: World;
let room: Class;
beforeAll(async () => {
  world = await startWorld({ TICKET_SECRET: SECRET });
  room = createClass(world);
});
afterAll(() => world.close());

describe('a scan', () => {
  it('is exchanged for a ticket that is signed with the secret shared with the attendance service', async () => {
    const { id, code } = await room.open();
    const student = world.people.student();
    const { status, body } = await room.verify(student, code);
    expect(status).toBe(200);
    const read = (keys: Parameters<typeof verifyToken>[1]) =>
      verifyToken(TICKET, keys, ticketClaimsSchema, body.ticket);
    expect(read(keysOf(SECRET))).toMatchObject({ sub: student.id, sessionId: id });
    expect(read(keysOf(`${SECRET}!`))).toBeUndefined();
  });

  it('is signed with the key pair if it happens before the sign-in', async () => {
    const { code } = await room.open();
    const { scan } = (await room.scan(code, createDevice())).body;
    expect(verifyToken(SCAN, world.ticketKeys, scanClaimsSchema, scan)).toBeDefined();
    expect(verifyToken(SCAN, keysOf(SECRET), scanClaimsSchema, scan)).toBeUndefined();
  });
});

it('a secret that is too short prevents the start', async () => {
  await expect(startWorld({ TICKET_SECRET: 'short' })).rejects.toThrow(/TICKET_SECRET/);
});
