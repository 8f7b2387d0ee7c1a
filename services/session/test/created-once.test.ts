import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { Session } from '@qr-attendance/contracts';
import { call, eventually, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { createClass, type Class } from './support/class.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
let room: Class;
beforeAll(async () => {
  world = await startWorld();
  room = createClass(world);
});
afterAll(() => world.close());

const HOUR_MS = 3_600_000;
const keyed = (key: string) => ({ 'idempotency-key': key });
const create = ({ token }: Person, body: object, key: string, url = world.url()) =>
  call<Session & { code?: string }>(url, 'POST', '/api/sessions', { token, body, headers: keyed(key) });
const sessionsOf = (teacher: Person) =>
  world.database.collection('sessions').find({ teacherId: teacher.id }).toArray();
const givenRoom = () => {
  const teacher = world.people.teacher();
  return { teacher, body: room.newSession(room.giveCourse(teacher)), key: `"${randomUUID()}"` };
};
const ageKey = (id: string, ms: number) =>
  world.database
    .collection('sessions')
    .updateOne(
      { _id: new mongoose.Types.ObjectId(id) },
      { $set: { 'createdBy.at': new Date(Date.now() - ms) } },
    );

describe('creating a session with an idempotency key', () => {
  it('creates one session for two concurrent requests to different replicas', async () => {
    const { teacher, body, key } = givenRoom();
    const replica = await world.startReplica();
    try {
      const urls = [world.url(), replica.url, world.url(), replica.url];
      const answers = await Promise.all(urls.map((url) => create(teacher, body, key, url)));
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
      const [first] = answers;
      for (const answer of answers) expect(answer.body).toEqual(first?.body);
      expect(await sessionsOf(teacher)).toHaveLength(1);
      await eventually(() => expect(world.lastSeen(first?.body._id ?? '')).toHaveLength(1));
    } finally {
      await replica.stop();
    }
  });

  it('creates one session if the response is lost, the service crashes and the request is repeated', async () => {
    const { teacher, body, key } = givenRoom();
    await new Promise<void>((resolve, reject) => {
      const headers = {
        ...keyed(key),
        authorization: `Bearer ${teacher.token}`,
        'content-type': 'application/json',
      };
      const lost = request(`${world.url()}/api/sessions`, { method: 'POST', headers }, (response) => {
        response.destroy();
        resolve();
      });
      lost.on('error', reject);
      lost.end(JSON.stringify(body));
    });
    await world.restart();
    const { status, body: session } = await create(teacher, body, key);
    expect(status).toBe(201);
    expect((await sessionsOf(teacher)).map(({ _id }) => _id.toHexString())).toEqual([session._id]);
  });

  it('returns the current state for a repeated request, whatever the order of its fields', async () => {
    const { teacher, body, key } = givenRoom();
    const { body: created } = await create(teacher, body, key);
    await room.end(teacher, created._id);
    const reordered = Object.fromEntries(Object.entries(body).toReversed());
    const { status, body: again } = await create(teacher, reordered, key);
    expect(status).toBe(201);
    expect(again).toMatchObject({ _id: created._id, active: false });
  });

  it('rejects the key with another body', async () => {
    const { teacher, body, key } = givenRoom();
    await create(teacher, body, key);
    const answer = await create(teacher, { ...body, locationRadius: 51 }, key);
    expect(answer).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
    expect(await sessionsOf(teacher)).toHaveLength(1);
  });

  it('ignores the same key of another teacher', async () => {
    const [one, other] = [givenRoom(), givenRoom()];
    const first = await create(one.teacher, one.body, one.key);
    const second = await create(other.teacher, other.body, one.key);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body._id).not.toBe(first.body._id);
    expect(second.body.teacher._id).toBe(other.teacher.id);
  });

  it('recognizes a repeated request for 24 hours, after which the key can be reused', async () => {
    const { teacher, body, key } = givenRoom();
    const { body: created } = await create(teacher, body, key);
    await ageKey(created._id, 24 * HOUR_MS - 60_000);
    expect((await create(teacher, body, key)).body._id).toBe(created._id);
    await ageKey(created._id, 24 * HOUR_MS + 1_000);
    const { status, body: second } = await create(teacher, body, key);
    expect(status).toBe(201);
    expect(second._id).not.toBe(created._id);
    expect(await sessionsOf(teacher)).toHaveLength(2);
  });

  it('keeps the session when its key expires', async () => {
    const { teacher, body, key } = givenRoom();
    const { body: created } = await create(teacher, body, key);
    await ageKey(created._id, 25 * HOUR_MS);
    await world.restart();
    await eventually(async () => {
      const [stored] = await sessionsOf(teacher);
      expect(stored?._id.toHexString()).toBe(created._id);
      expect(stored).not.toHaveProperty('createdBy');
    });
    expect((await room.get(teacher, created._id)).status).toBe(200);
  });

  it.each(['', '""', '"a', 'a b', '"a", "b"', '"ü"', `"${'a'.repeat(256)}"`])(
    'rejects the malformed key %s',
    async (key) => {
      const { teacher, body } = givenRoom();
      const answer = await call<{ code: string }>(world.url(), 'POST', '/api/sessions', {
        token: teacher.token,
        body,
        headers: keyed(key),
      });
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
      expect(await sessionsOf(teacher)).toEqual([]);
    },
  );

  it('treats a quoted and an unquoted key as equal', async () => {
    const { teacher, body } = givenRoom();
    const key = randomUUID();
    const [quoted, bare] = [await create(teacher, body, `"${key}"`), await create(teacher, body, key)];
    expect(bare.body._id).toBe(quoted.body._id);
  });
});

describe('creating a session without an idempotency key', () => {
  it('creates a new session each time', async () => {
    const { teacher, body } = givenRoom();
    await Promise.all([room.create(teacher, body), room.create(teacher, body)]);
    expect(await sessionsOf(teacher)).toHaveLength(2);
  });
});
