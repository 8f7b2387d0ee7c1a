import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditLogEntry, ManagedPerson } from '@qr-attendance/contracts';
import { searchSamples } from '@qr-attendance/contracts/samples/search';
import { userChanged, type UserChanged } from '@qr-attendance/contracts/events';
import { subscribeTo } from '@qr-attendance/messaging';
import {
  eventually,
  createDevice,
  nextPage,
  noDeadLetters,
  startServices,
  type TestServices,
} from '@qr-attendance/test-kit';
import pg from 'pg';
import { createClient, PASSWORD, type Client } from './support/client.ts';

const NOBODY = randomUUID();
const REFUSED = { status: 403, body: { code: 'fresh_proof_required' } };

let services: TestServices;
let client: Client;
let admin: Awaited<ReturnType<Client['makeAdmin']>>;
beforeAll(async () => {
  services = await startServices(['auth']);
  client = createClient(services);
  admin = await client.makeAdmin();
});
afterAll(() => services.stop());

const act = (id: string, what: string, reason = 'As agreed', token = admin.token) =>
  client.send<ManagedPerson>('POST', `/api/auth/people/${id}/${what}`, { token, body: { reason } });
const actionsUpon = (id: string) =>
  client.query('SELECT action, reason, admin_id FROM admin_actions WHERE person_id = $1 ORDER BY id', [id]);
const people = (query: string) =>
  client.send<ManagedPerson[]>('GET', `/api/auth/people?${query}`, { token: admin.token });

describe('the list of people', () => {
  it('matches part of a name or an address in any case, and treats wildcards literally', async () => {
    const word = `Zq${randomUUID().slice(0, 8)}`;
    const { id } = await client.register({ name: `Niels 100% ${word} Bohr` });
    const { id: other, email } = await client.registerTeacher();
    expect((await people(`search=${word.toUpperCase()}`)).body).toMatchObject([
      { _id: id, userType: 'STUDENT', suspendedAt: null, suspendedBecause: null, deviceCount: 0 },
    ]);
    expect((await people(`search=${email.slice(2, 20).toUpperCase()}`)).body).toMatchObject([{ _id: other }]);
    expect((await people(`search=100%25 ${word}`)).body).toHaveLength(1);
    expect((await people(`search=1%250%25 ${word}`)).body).toEqual([]);
    expect((await people('search=%27%20OR%201%3D1')).body).toEqual([]);
  });

  it('finds an account by its full ID, as it appears in logs', async () => {
    const { id } = await client.register();
    expect((await people(`search=%20${id.toUpperCase()}`)).body).toMatchObject([{ _id: id }]);
    expect((await people(`search=${id.slice(0, -1)}`)).body).toEqual([]);
  });

  it('finds a name without accents', async () => {
    const word = randomUUID().slice(0, 8);
    const { id } = await client.register({ name: `Łukasz Śmigły ${word}` });
    expect((await people(`search=${encodeURIComponent(`lukasz smigly ${word}`)}`)).body).toMatchObject([
      { _id: id },
    ]);
    expect((await people(`search=${encodeURIComponent(`ŁUKASZ SMIGŁY ${word}`)}`)).body).toHaveLength(1);
    for (const [text, folded] of searchSamples)
      expect(await client.query('SELECT fold_for_search($1) AS folded', [text])).toEqual([{ folded }]);
  });

  it('matches institution IDs and student numbers, with words in any order', async () => {
    const word = randomUUID().slice(0, 8);
    const [number, usn, regNo] = [`Q/${word}`, `1CR${word}`, `R${word}`];
    const email = `${word}@campus.example`;
    const record = { institutionId: number, name: 'Rosa Rostered', email, role: 'student', usn, regNo };
    const put = (changes: object = {}) =>
      client.send('PUT', '/internal/people', {
        token: services.internalToken,
        body: { run: randomUUID(), people: [{ ...record, ...changes }] },
      });
    expect((await put()).status).toBe(200);
    for (const search of [number, usn.toLowerCase(), regNo, `${usn} rosa`, `rostered ${word}@campus`])
      expect((await people(`search=${encodeURIComponent(search)}`)).body).toMatchObject([
        { name: 'Rosa Rostered', registered: false, institutionId: number, usn, regNo },
      ]);
    expect((await people(`search=${usn}&state=unregistered`)).body).toHaveLength(1);
    expect((await people(`search=${usn}&state=active`)).body).toEqual([]);
    expect((await put({ usn: `2XY${word}` })).status).toBe(200);
    expect((await people(`search=${usn}`)).body).toEqual([]);
    expect((await people(`search=2xy${word}`)).body).toHaveLength(1);
  });

  it('uses a trigram index for searches', async () => {
    const database = new pg.Client(services.databases.auth);
    await database.connect();
    // Without this setting, the planner would scan the small table.
    await database.query('SET enable_seqscan = off');
    const { rows } = await database.query("EXPLAIN SELECT FROM users WHERE search_text LIKE '%1cr20cs045%'");
    await database.end();
    expect(JSON.stringify(rows)).toContain('users_search_text_idx');
  });

  it('is paged by name and contains each person once', async () => {
    const word = randomUUID();
    for (const name of ['B', 'A', 'C', 'A']) await client.register({ name: `${name} ${word}` });
    const first = await people(`search=${word}&limit=3`);
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await client.send<ManagedPerson[]>('GET', next, { token: admin.token });
    expect(second.headers.get('link')).toBeNull();
    const all = [...first.body, ...second.body];
    expect(all.map(({ name }) => name[0])).toEqual(['A', 'A', 'B', 'C']);
    expect(new Set(all.map(({ _id }) => _id)).size).toBe(4);
    expect((await people('cursor=nonsense')).status).toBe(400);
  });

  it('continues after the longest possible name, in any script', async () => {
    const word = '學'.repeat(180) + randomUUID().slice(0, 8);
    for (const name of ['甲', '乙']) await client.register({ name: word + name });
    const first = await people(`search=${encodeURIComponent(word)}&limit=1`);
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await client.send<ManagedPerson[]>('GET', next, { token: admin.token });
    expect(second).toMatchObject({ status: 200, body: [{ userType: 'STUDENT' }] });
    expect(second.body[0]?._id).not.toBe(first.body[0]?._id);
  });

  it('is filtered by any combination of role, department and state, on every page', async () => {
    const word = randomUUID();
    const departments = ['Electronics', 'Civil Engineering', 'Electronics'];
    const students: string[] = [];
    for (const department of departments)
      students.push((await client.register({ name: `S ${word}`, department })).id);
    const { id: teacher } = await client.registerTeacher({ name: `T ${word}`, department: 'Electronics' });
    await act(students[2] ?? '', 'suspend');
    const search = async (filters: string) =>
      (await people(`search=${word}&${filters}`)).body.map(({ _id }) => _id).sort();
    const [first = '', second = '', suspended = ''] = students;
    expect(await search('role=STUDENT')).toEqual([...students].sort());
    expect(await search('role=TEACHER')).toEqual([teacher]);
    expect(await search('role=ADMIN')).toEqual([]);
    expect(await search('department=Electronics')).toEqual([first, suspended, teacher].sort());
    expect(await search('department=Civil%20Engineering')).toEqual([second]);
    expect(await search('state=suspended')).toEqual([suspended]);
    expect(await search('state=active')).toEqual([first, second, teacher].sort());
    expect(await search('role=STUDENT&department=Electronics&state=active')).toEqual([first]);

    const page = await people(`search=${word}&role=STUDENT&limit=2`);
    const next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    const rest = await client.send<ManagedPerson[]>('GET', next, { token: admin.token });
    expect([...page.body, ...rest.body].map(({ _id }) => _id).sort()).toEqual([...students].sort());
    expect(page.body[0]?.department).toBe(departments[students.indexOf(page.body[0]?._id ?? '')]);
  });

  it.each(['role=DEAN', 'role=', 'department=', 'state=erased', 'role=ADMIN&role=STUDENT'])(
    'rejects an invalid filter: %s',
    async (query) => {
      expect((await people(query)).status).toBe(400);
    },
  );

  it('rejects characters that no name can contain', async () => {
    const cursor = Buffer.from(JSON.stringify(['\u0000', NOBODY])).toString('base64url');
    for (const query of ['search=a%00b', `cursor=${cursor}`]) expect((await people(query)).status).toBe(400);
  });

  it('is accessible to administrators only', async () => {
    const [student, teacher] = [await client.register(), await client.registerTeacher()];
    for (const { token } of [student, teacher])
      expect((await client.send('GET', '/api/auth/people', { token })).status).toBe(403);
    expect((await client.send('GET', '/api/auth/people')).status).toBe(401);
  });
});

describe('a suspended person', () => {
  it('is signed out everywhere, rejected at once, and sees the reason only with the correct password', async () => {
    const { id, email, token, cookies } = await client.register();
    expect(await act(id, 'suspend', 'Lent out a phone')).toMatchObject({
      status: 200,
      body: { _id: id, suspendedAt: expect.any(String), suspendedBecause: 'Lent out a phone' },
    });
    expect(await client.send('GET', '/api/auth/me', { token })).toMatchObject({
      status: 401,
      body: { code: 'suspended' },
    });
    expect((await client.refresh(cookies)).status).toBe(401);
    expect(await client.signIn(email, 'not the password')).toMatchObject({ status: 401 });
    expect(await client.signIn(email, PASSWORD)).toMatchObject({
      status: 403,
      body: { code: 'suspended', error: 'This account is suspended. Contact your institution.' },
    });

    expect(await act(id, 'suspend', 'Another reason')).toMatchObject({
      body: { suspendedBecause: 'Lent out a phone' },
    });
    expect(await act(id, 'restore')).toMatchObject({
      status: 200,
      body: { suspendedAt: null, suspendedBecause: null },
    });
    expect((await act(id, 'restore')).status).toBe(200);
    const again = await client.signIn(email, PASSWORD);
    expect(again.status).toBe(200);
    expect((await client.send('GET', '/api/auth/me', { token: again.body.token })).status).toBe(200);
    expect((await client.send('GET', '/api/auth/me', { token })).status).toBe(401);
    expect(await actionsUpon(id)).toEqual([
      { action: 'suspend', reason: 'Lent out a phone', admin_id: admin.id },
      { action: 'restore', reason: null, admin_id: admin.id },
    ]);
  });

  it('is published to the other services, as is the restoration', async () => {
    const heard: UserChanged[] = [];
    const bus = await services.connectBus();
    await bus.subscribe(
      'course',
      [
        subscribeTo(userChanged, async (user) => {
          heard.push(user);
        }),
      ],
      noDeadLetters,
    );
    try {
      const { id } = await client.registerTeacher();
      await act(id, 'suspend');
      await eventually(() =>
        expect(heard.filter((user) => user.id === id).at(-1)).toMatchObject({ suspended: true, version: 2 }),
      );
      await act(id, 'restore');
      await eventually(() =>
        expect(heard.filter((user) => user.id === id).at(-1)).toMatchObject({ suspended: false, version: 3 }),
      );
    } finally {
      await bus.close();
    }
  });
});

describe('a student’s devices', () => {
  it('are reset together with their cool-down, so the next one can be used at once', async () => {
    const { id, token } = await client.register();
    const [lost, removed, next] = [createDevice(), createDevice(), createDevice()];
    const register = async ({ deviceId, publicKey }: ReturnType<typeof createDevice>) =>
      client.send<{ countsFrom: string }[]>('POST', '/api/auth/register-device', {
        token,
        body: { deviceId, publicKey, deviceName: 'Phone' },
      });
    await register(lost);
    await register(removed);
    await client.send('DELETE', `/api/auth/devices/${removed.deviceId}`, { token });
    expect(await act(id, 'reset-devices', 'Phone stolen')).toMatchObject({
      status: 200,
      body: { deviceCount: 0 },
    });
    const { body } = await register(next);
    expect(body).toHaveLength(1);
    expect(new Date(body[0]?.countsFrom ?? '').getTime()).toBeLessThanOrEqual(Date.now());
    expect(await actionsUpon(id)).toMatchObject([{ action: 'reset devices', reason: 'Phone stolen' }]);
  });

  it('cannot be reset for a teacher', async () => {
    const { id } = await client.registerTeacher();
    expect(await act(id, 'reset-devices')).toMatchObject({ status: 409, body: { code: 'not_a_student' } });
  });
});

describe('a recent proof', () => {
  let token: string;
  beforeAll(async () => {
    token = await client.tokenWithoutProof(await client.makeAdmin());
  });

  it.each(['suspend', 'restore', 'reset-devices', 'confirm-proofs', 'erase'])(
    'is required to %s a person',
    async (what) => {
      const { id } = await client.registerStudent();
      expect(await act(id, what, 'As agreed', token)).toMatchObject(REFUSED);
      expect(await actionsUpon(id)).toEqual([]);
      const { body: proved } = await client.confirmPassword(token);
      expect((await act(id, what, 'As agreed', proved.token)).status).toBeLessThan(300);
    },
  );

  it('is required to create an invite code', async () => {
    const create = (by: string) =>
      client.send('POST', '/api/auth/invites', { token: by, body: { note: 'New lecturers' } });
    expect(await create(token)).toMatchObject(REFUSED);
    expect(await create((await client.confirmPassword(token)).body.token)).toMatchObject({ status: 201 });
  });
});

describe('administrators', () => {
  it.each(['suspend', 'erase'])('cannot %s themselves', async (what) => {
    expect(await act(admin.id, what)).toMatchObject({ status: 403, body: { code: 'not_yourself' } });
    expect((await client.signIn(admin.email)).status).toBe(200);
  });

  it.each(['suspend', 'restore', 'reset-devices', 'erase'])(
    'cannot %s an unknown person, or act without a reason',
    async (what) => {
      expect((await act(NOBODY, what)).status).toBe(404);
      expect((await act('nonsense', what)).status).toBe(400);
      if (what === 'restore') return;
      const { id } = await client.register();
      expect((await act(id, what, ' ')).status).toBe(400);
      expect(await actionsUpon(id)).toEqual([]);
    },
  );

  it('cannot skip, change or delete the audit entry of an action', async () => {
    const { id } = await client.register();
    await act(id, 'suspend');
    for (const sql of [
      `UPDATE admin_actions SET reason = 'none' WHERE person_id = $1`,
      'DELETE FROM admin_actions WHERE person_id = $1',
    ])
      await expect(client.query(sql, [id])).rejects.toThrow('append-only');
    expect(await actionsUpon(id)).toHaveLength(1);
  });

  it('see all actions with actor, person and reason, newest first, filtered and paged', async () => {
    const { id } = await client.register({ name: 'Grace Hopper' });
    const { token } = await client.registerTeacher();
    await act(id, 'suspend', 'Lent out a phone');
    await act(id, 'restore');
    const log = async (query: string) => {
      const { status, body, headers } = await client.send<AuditLogEntry[]>(
        'GET',
        `/api/auth/audit-log?${query}`,
        {
          token: admin.token,
        },
      );
      expect(status).toBe(200);
      return { body, next: nextPage(headers) ?? '' };
    };
    const { body, next } = await log(`personId=${id}&limit=1`);
    expect(body).toMatchObject([
      { action: 'restore', by: { _id: admin.id }, person: { _id: id, name: 'Grace Hopper' } },
    ]);
    const rest = await client.send<AuditLogEntry[]>('GET', next, { token: admin.token });
    expect(rest.body).toMatchObject([{ action: 'suspend', reason: 'Lent out a phone' }]);
    expect(nextPage(rest.headers)).toBeUndefined();
    expect((await log(`personId=${id}&action=suspend`)).body).toHaveLength(1);
    const { at = '' } = body[0] ?? {};
    expect((await log(`personId=${id}&from=${new Date(Date.parse(at) + 1).toISOString()}`)).body).toEqual([]);
    expect((await client.send('GET', '/api/auth/audit-log', { token })).status).toBe(403);
    expect((await client.send('GET', '/api/auth/audit-log?action=none', { token: admin.token })).status).toBe(
      400,
    );
  });

  it('see how many emails are queued, and how many could not be sent', async () => {
    const count = async (token = admin.token) =>
      client.send<{ waiting: number; retried: number }>('GET', '/api/auth/waiting-emails', { token });
    const { id, token } = await client.registerTeacher();
    await eventually(async () => expect((await count()).body).toEqual({ waiting: 0, retried: 0 }));
    // Emails of a kind that only a newer release knows stay in the queue.
    for (const attempts of [0, 3])
      await client.query(
        `INSERT INTO mails (id, kind, user_id, attempts, due_at)
         VALUES (gen_random_uuid(), 'of a newer release', $1, $2::integer, now() + interval '1 hour' * sign($2::integer))`,
        [id, attempts],
      );
    await eventually(async () => expect((await count()).body.waiting).toBe(2));
    expect((await count()).body.retried).toBeGreaterThan(0);
    await client.query(`DELETE FROM mails WHERE kind = 'of a newer release'`);
    expect((await count(token)).status).toBe(403);
  });

  it('are the only users allowed on these routes', async () => {
    const [victim, student, teacher] = [
      await client.register(),
      await client.register(),
      await client.registerTeacher(),
    ];
    for (const { token } of [student, teacher])
      for (const what of ['suspend', 'restore', 'reset-devices', 'erase'])
        expect((await act(victim.id, what, 'Because', token)).status).toBe(403);
    expect(await actionsUpon(victim.id)).toEqual([]);
  });

  it('are rejected if their account no longer exists, as after restoring a backup', async () => {
    const { id } = await client.register();
    const gone = services.tokenFor({ id: randomUUID(), userType: 'ADMIN', name: 'Nobody' });
    for (const what of ['suspend', 'restore', 'reset-devices', 'erase'])
      expect(await act(id, what, 'Because', gone)).toMatchObject({
        status: 401,
        body: { code: 'signed_out' },
      });
    for (const [method, path] of [
      ['GET', '/api/auth/people'],
      ['GET', '/api/auth/invites'],
      ['POST', '/api/auth/invites'],
      ['DELETE', `/api/auth/invites/${randomUUID()}`],
      ['POST', '/api/auth/sign-out-everywhere'],
    ] as const) {
      const body = path.endsWith('invites') && method === 'POST' ? { note: 'Physics' } : undefined;
      expect((await client.send(method, path, { token: gone, body })).status).toBe(401);
    }
    expect(await actionsUpon(id)).toEqual([]);
    // The token says administrator, but the database has another role.
    const student = await client.register();
    const claimed = services.tokenFor({ id: student.id, userType: 'ADMIN', name: 'Grace' });
    expect((await client.send('GET', '/api/auth/people', { token: claimed })).status).toBe(401);
  });

  it('cannot register themselves', async () => {
    expect((await client.register({ userType: 'ADMIN' })).status).toBe(400);
  });
});
