import type { DayOverview, Session, UnitSession } from '@qr-attendance/contracts';
import { call, eventually, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { createClass, newId, type Class } from './support/class.ts';
import { startWorld, type World } from './support/world.ts';

const SESSIONS = 300;
const READS = new Set(['find', 'aggregate', 'countDocuments', 'distinct', 'findOne']);
let world: World;
let room: Class;
const reads: { collection: string; method: string }[] = [];

/** The service runs in this process, so its reads of sessions can be observed. */
const watchReads = (): void => {
  mongoose.set('debug', (collection: string, method: string) => {
    if (READS.has(method)) reads.push({ collection, method });
  });
};

beforeAll(async () => {
  world = await startWorld();
  room = createClass(world);
  const { id } = await room.open({ startTime: new Date().toISOString() });
  const sessions = world.database.collection('sessions');
  const template = await sessions.findOne({ _id: new mongoose.Types.ObjectId(id) });
  // Ended sessions, which no worker reads.
  const copies = Array.from({ length: SESSIONS }, () => ({
    ...template,
    _id: new mongoose.Types.ObjectId(),
    courseId: newId(),
    active: false,
    outbox: [],
    endTime: new Date(),
  }));
  await sessions.insertMany(copies);
  watchReads();
});
afterAll(async () => {
  mongoose.set('debug', false);
  await world.close();
});

const ask = <Body>({ token }: Person, path: string) => call<Body>(world.url(), 'GET', path, { token });
/** Counts reads of sessions by day or by person; workers read them by state. */
const sessionReadsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  const workers = () => reads.filter(({ collection }) => collection === 'sessions').length;
  const before = workers();
  await work();
  return workers() - before;
};
const least = async (work: () => Promise<unknown>): Promise<number> => {
  // A worker may read sessions in between, so the minimum counts.
  const counts: number[] = [];
  for (let n = 0; n < 5; n += 1) counts.push(await sessionReadsDuring(work));
  return Math.min(...counts);
};

describe('a user who may see no session', () => {
  it('causes no database reads as a student without a course', async () => {
    const student = world.people.student();
    expect(await least(() => ask(student, '/api/sessions'))).toBe(0);
    expect((await ask<Session[]>(student, '/api/sessions')).body).toEqual([]);
  });

  it('causes no database reads as a teacher without a role in a unit', async () => {
    const teacher = world.people.teacher();
    for (const path of [
      '/api/sessions/day-overview',
      '/api/sessions/of-units',
      '/api/sessions/registers-not-taken',
    ])
      expect({ path, reads: await least(() => ask(teacher, path)) }).toEqual({ path, reads: 0 });
    const { body } = await ask<DayOverview>(teacher, '/api/sessions/day-overview');
    expect(body).toMatchObject({ scheduled: 0, running: 0, held: 0, unconfirmed: 0, canceled: 0, units: [] });
  });
});

describe('a user who may see all sessions', () => {
  it('sees the whole day', async () => {
    const admin = world.people.admin();
    const { body } = await ask<UnitSession[]>(admin, '/api/sessions/of-units?limit=200');
    expect(body).toHaveLength(200);
  });
});

describe('costly reads', () => {
  it('run one at a time per person, and excess ones are rejected', async () => {
    const [greedy, honest] = [world.people.student(), world.people.student()];
    // On a busy machine, requests may be sent no faster than they are answered.
    await eventually(async () => {
      const [flood, other] = await Promise.all([
        Promise.all(Array.from({ length: 80 }, () => ask(greedy, `/api/sessions?courseId=${newId()}`))),
        ask(honest, '/api/sessions'),
      ]);
      const refused = flood.filter(({ status }) => status === 429);
      expect(refused.map(({ headers }) => headers.get('retry-after'))).toContain('1');
      expect(flood.map(({ status }) => status)).toContain(200);
      expect(other.status).toBe(200);
    });
  });
});
