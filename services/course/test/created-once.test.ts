import { randomUUID } from 'node:crypto';
import type { Course } from '@qr-attendance/contracts';
import { call, eventually, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld([]);
});
afterAll(() => world.close());

const algorithms = { name: 'Algorithms', code: 'CS201', section: 'A', semester: 3 };
const create = ({ token }: Person, key: string, body: object = algorithms) =>
  call<Course>(world.url(), 'POST', '/api/courses', { token, body, headers: { 'idempotency-key': key } });
const newKey = () => `"${randomUUID()}"`;
const coursesOf = (teacher: Person) =>
  world.database.collection('courses').find({ teacherId: teacher.id }).toArray();

describe('creating a course with an idempotency key', () => {
  it('creates one course for two concurrent requests and returns it to both', async () => {
    const [teacher, key] = [world.people.teacher(), newKey()];
    const [one, other] = await Promise.all([create(teacher, key), create(teacher, key)]);
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(other.body).toEqual(one.body);
    await world.restart();
    expect(await create(teacher, key)).toMatchObject({ status: 201, body: one.body });
    expect(await coursesOf(teacher)).toHaveLength(1);
  });

  it('rejects a duplicate course with another key, and does not use up that key', async () => {
    const [teacher, key] = [world.people.teacher(), newKey()];
    await create(teacher, newKey());
    expect(await create(teacher, key)).toMatchObject({ status: 409, body: { code: 'course_exists' } });
    expect((await create(teacher, key, { ...algorithms, section: 'B' })).status).toBe(201);
  });

  it('rejects the key with another body', async () => {
    const [teacher, key] = [world.people.teacher(), newKey()];
    await create(teacher, key);
    for (const body of [
      { ...algorithms, name: 'Logic' },
      { ...algorithms, code: 'M1' },
    ])
      expect(await create(teacher, key, body)).toMatchObject({
        status: 422,
        body: { code: 'idempotency_key_reused' },
      });
    expect(await coursesOf(teacher)).toHaveLength(1);
    expect((await create(world.people.teacher(), key, { ...algorithms, name: 'Logic' })).status).toBe(201);
  });

  it('keeps the course when its key expires after 24 hours', async () => {
    const [teacher, key] = [world.people.teacher(), newKey()];
    const { body: course } = await create(teacher, key);
    const longAgo = new Date(Date.now() - 24 * 3_600_000 - 1_000);
    const courses = world.database.collection('courses');
    await courses.updateOne({ teacherId: teacher.id }, { $set: { 'createdBy.at': longAgo } });
    expect((await create(teacher, key, { ...algorithms, code: 'M1' })).status).toBe(201);
    await courses.updateMany({ teacherId: teacher.id }, { $set: { 'createdBy.at': longAgo } });
    await world.restart();
    await eventually(async () => {
      const stored = await coursesOf(teacher);
      expect(stored).toHaveLength(2);
      for (const one of stored) expect(one['createdBy']?.key).toBeUndefined();
    });
    expect(await create(teacher, newKey())).toMatchObject({ status: 409 });
    expect(course.code).toBe('CS201');
  });

  it('rejects a malformed key', async () => {
    const teacher = world.people.teacher();
    expect(await create(teacher, 'two words')).toMatchObject({ status: 400 });
    expect(await coursesOf(teacher)).toEqual([]);
  });
});
