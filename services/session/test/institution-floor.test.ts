import {
  NO_CHECKS,
  OPEN_POLICY,
  type InstitutionPolicy,
  type SessionDefaults,
} from '@qr-attendance/contracts';
import { applyMigration } from '@qr-attendance/server';
import { call, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { migration } from '../src/migration.ts';
import { createClass, type Class } from './support/class.ts';
import { startWorld, type World } from './support/world.ts';

const PATH = '/api/sessions/institution-policy';
const FLOOR = { ...NO_CHECKS, requirePin: true, requireDevice: true };
let world: World;
let room: Class;
beforeAll(async () => {
  world = await startWorld();
  room = createClass(world);
});
afterAll(() => world.close());

const read = (person: Person) => call<InstitutionPolicy>(world.url(), 'GET', PATH, { token: person.token });
const decide = (person: Person, floor: unknown) =>
  call<InstitutionPolicy>(world.url(), 'PUT', PATH, { token: person.token, body: { floor } });

const create = (teacher: Person, policy?: object, courseId = room.giveCourse(teacher)) =>
  room.create(teacher, room.newSession(courseId, policy ? { policy } : {}));

describe("the institution's minimum checks", () => {
  beforeEach(async () => {
    await decide(world.people.admin(), FLOOR);
  });

  it('can be read and changed only by an administrator', async () => {
    expect(await read(world.people.admin())).toMatchObject({
      status: 200,
      body: { floor: FLOOR, decided: true },
    });
    for (const person of [world.people.teacher(), world.people.student()]) {
      expect((await read(person)).status).toBe(403);
      expect((await decide(person, NO_CHECKS)).status).toBe(403);
    }
    for (const floor of [undefined, null, {}, { ...FLOOR, requirePin: 'false' }, [FLOOR]])
      expect((await decide(world.people.admin(), floor)).status).toBe(400);
    expect((await read(world.people.admin())).body.floor).toEqual(FLOOR);
  });

  it('apply to every session, whatever its teacher and course choose', async () => {
    const teacher = world.people.teacher();
    const { body } = await create(teacher, { requirePin: false, requireDevice: false, requireSelfie: true });
    expect(body.policy).toEqual({ ...OPEN_POLICY, ...FLOOR, requireSelfie: true });
    const { networks: _networks, ...checks } = body.policy!;
    expect((await room.verify(world.people.student(), body.qrCode)).body.requires).toEqual(checks);
  });

  it('are returned to a teacher together with the defaults of the course', async () => {
    const teacher = world.people.teacher();
    const courseId = room.giveCourse(teacher);
    const path = `/api/sessions/defaults?courseId=${courseId}`;
    const { body } = await call<SessionDefaults>(world.url(), 'GET', path, { token: teacher.token });
    expect(body).toMatchObject({ ...FLOOR, floor: FLOOR });
  });

  it('apply to an existing session as soon as its teacher changes its checks', async () => {
    await decide(world.people.admin(), NO_CHECKS);
    const teacher = world.people.teacher();
    const { body: opened } = await create(teacher);
    await decide(world.people.admin(), FLOOR);
    const { _id: id, date, startTime } = opened;
    const edit = (version: number, more: object) =>
      room.edit(teacher, id, { version, date, startTime, lateAfterMinutes: 5, ...more });
    expect((await edit(1, {})).body.policy).toEqual(OPEN_POLICY);
    expect((await edit(2, { policy: { requirePin: false } })).body.policy).toEqual({
      ...OPEN_POLICY,
      ...FLOOR,
    });
  });
});

describe('a migration', () => {
  const forget = () => world.database.collection('institution').deleteMany({});
  const migrate = (settings: Record<string, string> = {}) =>
    applyMigration(migration, { ...world.environment, ...settings });
  const policy = async () => (await read(world.people.admin())).body;

  it('keeps the checks of an installation with accounts, and leaves the minimum to an administrator', async () => {
    await forget();
    await create(world.people.teacher());
    await migrate();
    expect(await policy()).toEqual({ floor: NO_CHECKS, decided: false });
    await decide(world.people.admin(), FLOOR);
    await migrate({ SESSION_FLOOR_CHECKS: '' });
    expect(await policy()).toEqual({ floor: FLOOR, decided: true });
  });

  it('initializes a new installation with PIN and device, or with the setting', async () => {
    await world.database.collection('sessions').deleteMany({});
    await world.database.collection('people').deleteMany({});
    await forget();
    await migrate();
    expect(await policy()).toEqual({ floor: FLOOR, decided: true });
    await forget();
    await migrate({ SESSION_FLOOR_CHECKS: 'passkey' });
    expect(await policy()).toEqual({ floor: { ...NO_CHECKS, requirePasskey: true }, decided: true });
    await expect(migrate({ SESSION_FLOOR_CHECKS: 'iris' })).rejects.toThrow(/SESSION_FLOOR_CHECKS is wrong/);
  });
});
