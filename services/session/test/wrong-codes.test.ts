import { call, eventually, createDevice, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClass, type Class } from './support/class.ts';
import { startWorld, type World } from './support/world.ts';

const MAX_WRONG_CODES = 3;
const WINDOW_SECONDS = 120;
let world: World;
let room: Class;
beforeAll(async () => {
  world = await startWorld({
    WRONG_CODES_PER_PERSON: String(MAX_WRONG_CODES),
    WRONG_CODES_WINDOW_SECONDS: String(WINDOW_SECONDS),
  });
  room = createClass(world);
});
afterAll(() => world.close());

const guess = async (attempt: () => Promise<{ status: number }>): Promise<number> => {
  for (let wrong = 0; wrong < 20; wrong += 1) if ((await attempt()).status === 429) return wrong;
  throw new Error('never stopped');
};
const wrong = (person: Person) => room.verify(person, 'NOSUCH00');

describe('a person who guesses codes', () => {
  it('is blocked after a few guesses, sees for how long, and gets no results until then', async () => {
    const { code } = await room.open();
    const guesser = world.people.student();
    expect(await guess(() => wrong(guesser))).toBe(MAX_WRONG_CODES);
    for (const tried of ['NOSUCH01', code]) {
      const { status, body, headers } = await room.verify(guesser, tried);
      expect({ status, body }).toMatchObject({
        status: 429,
        body: { code: 'too_many_codes', error: 'Too many wrong codes. Try again in 2 min.' },
      });
      const wait = Number(headers.get('retry-after'));
      expect(wait).toBeGreaterThan(60);
      expect(wait).toBeLessThanOrEqual(WINDOW_SECONDS);
    }
  });

  it('may continue when the block has expired', async () => {
    const { code } = await room.open();
    const { token } = world.people.student();
    const hasty = await world.startReplica({ WRONG_CODES_PER_PERSON: '1', WRONG_CODES_WINDOW_SECONDS: '2' });
    try {
      const verify = async (tried: string) =>
        (await call(hasty.url, 'GET', `/api/sessions/verify/${tried}`, { token })).status;
      await eventually(async () => {
        expect(await verify('NOSUCH00')).toBe(404);
        expect(await verify(code)).toBe(429);
      });
      await eventually(async () => expect(await verify(code)).toBe(200));
    } finally {
      await hasty.stop();
    }
  });

  it('is blocked even if all guesses are concurrent, on several replicas', async () => {
    const replica = await world.startReplica();
    try {
      for (let round = 0; round < 10; round += 1) {
        const { token } = world.people.student();
        const guesses = Array.from({ length: 12 }, (_nothing, turn) =>
          call(turn % 2 ? replica.url : world.url(), 'GET', '/api/sessions/verify/NOSUCH00', { token }),
        );
        const statuses = (await Promise.all(guesses)).map(({ status }) => status);
        expect(statuses.filter((status) => status !== 404 && status !== 429)).toEqual([]);
        // Two replicas that query the database at the same moment may each count separately.
        expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(3 * MAX_WRONG_CODES);
        expect((await call(world.url(), 'GET', '/api/sessions/verify/NOSUCH00', { token })).status).toBe(429);
      }
    } finally {
      await replica.stop();
    }
  });

  it('does not block anyone else', async () => {
    const { code } = await room.open();
    const [guesser, neighbor] = [world.people.student(), world.people.student()];
    await guess(() => wrong(guesser));
    expect((await room.verify(neighbor, code)).status).toBe(200);
  });

  it('is counted by all replicas together', async () => {
    const replica = await world.startReplica();
    try {
      const { token } = world.people.student();
      const urls = [world.url(), replica.url];
      let turn = 0;
      const attempt = () => call(urls[turn++ % 2] ?? '', 'GET', '/api/sessions/verify/NOSUCH00', { token });
      expect(await guess(attempt)).toBe(MAX_WRONG_CODES);
    } finally {
      await replica.stop();
    }
  });

  it('is blocked after wrong scans, like after wrong codes', async () => {
    const { code } = await room.open();
    const [owner, thief] = [createDevice(), createDevice()];
    const { body } = await room.scan(code, owner);
    const person = world.people.student();
    expect((await wrong(person)).status).toBe(404);
    expect((await room.redeem(person, 'forged', thief)).status).toBe(403);
    expect((await room.redeem(person, body.scan, thief)).status).toBe(403);
    expect((await room.redeem(person, body.scan, owner)).status).toBe(429);
  });
});

describe('correct codes', () => {
  it('are never limited or recorded', async () => {
    const { code } = await room.open();
    const student = world.people.student();
    for (let time = 0; time < MAX_WRONG_CODES * 3; time += 1)
      expect((await room.verify(student, code)).status).toBe(200);
    const counted = world.database.collection('wrongcodes');
    const ofStudent = { key: { $regex: student.id } };
    expect(await counted.countDocuments(ofStudent)).toBe(0);
    await wrong(student);
    expect(await counted.countDocuments(ofStudent)).toBe(1);
  });
});

describe('wrong codes', () => {
  it('have one counter per person, which the database expires', async () => {
    const indexes = await world.database.collection('wrongcodes').indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { key: 1 }, unique: true }));
    expect(indexes).toContainEqual(expect.objectContaining({ key: { expire: 1 }, expireAfterSeconds: 0 }));
  });
});
