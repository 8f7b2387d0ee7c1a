import { randomUUID } from 'node:crypto';
import { NO_CHECKS, type AuditLogEntry, type Room } from '@qr-attendance/contracts';
import { call, nextPage, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const ask = <Body = AuditLogEntry[]>({ token }: Person, method: string, path: string, body?: unknown) =>
  call<Body>(world.url(), method, path, { token, body });
const logOf = async (reader: Person, query = '') =>
  (await ask(reader, 'GET', `/api/sessions/audit-log${query}`)).body;

describe('the audit log of rooms and requirements', () => {
  it('has an entry for each change to a room, with its name at that time', async () => {
    const admin = world.people.admin();
    const name = `H1 ${randomUUID()}`;
    const room = { name, radius: 40, networks: [] };
    const { body } = await ask<Room>(admin, 'POST', '/api/rooms', room);
    const path = `/api/rooms/${body._id}`;
    const edit = { ...room, name: `${name} (renamed)`, version: body.version };
    expect((await ask(admin, 'PUT', path, edit)).status).toBe(200);
    expect((await ask(admin, 'PUT', path, edit)).status).toBe(409);
    expect((await ask(admin, 'DELETE', path)).status).toBe(204);
    expect(await logOf(admin, `?personId=${admin.id}`)).toMatchObject([
      { action: 'room_deleted', object: { kind: 'room', _id: body._id, name: `${name} (renamed)` } },
      { action: 'room_edited', object: { kind: 'room', name: `${name} (renamed)` } },
      { action: 'room_created', object: { kind: 'room', name }, by: { _id: admin.id } },
    ]);
  });

  it('contains each change to the required checks, and can be filtered and paged', async () => {
    const admin = world.people.admin();
    for (const requirePin of [true, false])
      await ask(admin, 'PUT', '/api/sessions/institution-policy', { floor: { ...NO_CHECKS, requirePin } });
    const own = `?personId=${admin.id}&action=requirements_changed`;
    expect((await logOf(admin, own)).map(({ requirements }) => requirements?.requirePin)).toEqual([
      false,
      true,
    ]);
    const first = await ask(admin, 'GET', `/api/sessions/audit-log${own}&limit=1`);
    const second = await ask(admin, 'GET', nextPage(first.headers) ?? '');
    expect(second.body).toMatchObject([{ requirements: { requirePin: true } }]);
    expect(await logOf(admin, `?personId=${admin.id}&action=room_created`)).toEqual([]);
    expect(await logOf(admin, `${own}&from=2099-01-01T00:00:00.000Z`)).toEqual([]);
  });

  it('can be read only by administrators', async () => {
    for (const person of [world.people.teacher(), world.people.student()])
      expect((await ask(person, 'GET', '/api/sessions/audit-log')).status).toBe(403);
  });
});
