import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Invite } from '@qr-attendance/contracts';
import { eventually, startServices, type TestServices } from '@qr-attendance/test-kit';
import { labelOfFolder } from '../src/core/email/mail-transport.ts';
import { createClient, PASSWORD, type Client, type SignInAnswer } from './support/client.ts';
import { readAllMails } from './support/emails.ts';

type NewInvite = Invite & { code: string };
const policyOf = (client: Client) => client.send('GET', '/api/auth/registration');

describe('teacher registration by invite', () => {
  let services: TestServices;
  let client: Client;
  let admin: { id: string; token: string };
  beforeAll(async () => {
    services = await startServices(['auth'], { env: { auth: { TEACHER_REGISTRATION: 'invite' } } });
    client = createClient(services);
    admin = await client.makeAdmin();
  });
  afterAll(() => services.stop());

  const invite = async (body: Record<string, unknown> = {}) =>
    (
      await client.send<NewInvite>('POST', '/api/auth/invites', {
        token: admin.token,
        body: { note: 'Physics', ...body },
      })
    ).body;
  const list = async () =>
    (await client.send<Invite[]>('GET', '/api/auth/invites', { token: admin.token })).body;

  it('is announced to the page, and does not affect students', async () => {
    expect(await policyOf(client)).toMatchObject({
      status: 200,
      body: { teacherRegistration: 'invite', emailFolder: labelOfFolder(services.mailDir) },
    });
    expect((await client.register()).status).toBe(201);
  });

  it('rejects a teacher without a code or with a wrong one', async () => {
    expect(await client.registerTeacher()).toMatchObject({ status: 403, body: { code: 'invite_required' } });
    expect(await client.registerTeacher({ inviteCode: 'AAAA-BBBB-CCCC-DDDD' })).toMatchObject({
      status: 403,
      body: { code: 'invite_invalid' },
    });
  });

  it('accepts a code once by default, however it is typed', async () => {
    const { code, ...invitation } = await invite();
    expect(code).toMatch(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/);
    expect(await list()).toContainEqual(invitation);
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ')} `;
    expect(await client.registerTeacher({ inviteCode: typed })).toMatchObject({
      status: 201,
      body: { user: { userType: 'TEACHER' } },
    });
    expect((await client.registerTeacher({ inviteCode: code })).status).toBe(403);
    expect(await list()).not.toContainEqual(expect.objectContaining({ id: invitation.id }));
    const stored = await client.query('SELECT * FROM invites');
    expect(JSON.stringify(stored)).not.toContain(code.replaceAll('-', ''));
  });

  it('accepts a code only as often as allowed, even concurrently', async () => {
    const { code } = await invite({ uses: 2 });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => client.registerTeacher({ inviteCode: code })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 403, 403, 403]);
  });

  it('does not use up a code if the registration fails', async () => {
    const { code } = await invite();
    const { email } = await client.register();
    expect((await client.registerTeacher({ inviteCode: code, email })).status).toBe(409);
    expect((await client.registerTeacher({ inviteCode: code })).status).toBe(201);
  });

  it('turns somebody whom a teacher added as a student, or a stranger registered, into a teacher', async () => {
    const { code } = await invite({ uses: 2 });
    const stranger = await client.register();
    const listed = `${crypto.randomUUID()}@campus.example`;
    const people = [{ name: 'Future Colleague', email: listed }];
    await client.send('POST', '/internal/students', {
      token: services.internalToken,
      body: { people, by: crypto.randomUUID(), preview: false },
    });
    for (const email of [listed, stranger.email]) {
      expect((await client.registerTeacher({ inviteCode: code, email })).status).toBe(409);
      const token = await eventually(async () => {
        const texts = (await readAllMails(services.mailDir, email)).map(({ text }) => text);
        const link = texts.flatMap((text) => /finish-registration#(\S+)/.exec(text)?.[1] ?? []).at(-1);
        expect(link).toBeDefined();
        return link;
      });
      const open = () => client.send('POST', '/api/auth/registration-link/open', { body: { token } });
      expect((await open()).body).toMatchObject({ userType: 'TEACHER', email });
      const form = { name: 'Future Colleague', department: 'Electronics', employeeId: 'E-1' };
      const body = { token, password: PASSWORD, ...form };
      const finish = () => client.send<SignInAnswer>('POST', '/api/auth/registration-link/finish', { body });
      expect(await finish()).toMatchObject({ status: 201, body: { user: { userType: 'TEACHER', email } } });
      expect((await client.signIn(email)).body).toMatchObject({ user: { userType: 'TEACHER' } });
      expect((await open()).status).toBe(400);
    }
    expect((await client.registerTeacher({ inviteCode: code })).status).toBe(403);
  });

  it('lets invited, verified teachers add somebody whose address a stranger registered', async () => {
    const { code } = await invite();
    const [stranger, teacher] = [await client.register(), await client.registerTeacher({ inviteCode: code })];
    const add = async () => {
      const people = [{ name: 'Rosa Rostered', email: stranger.email }];
      const body = { people, by: teacher.id, preview: false };
      const sent = { token: services.internalToken, body };
      return (await client.send('POST', '/internal/students', sent)).body;
    };
    expect(await add()).toEqual([{ isNew: false, code: 'email_unverified' }]);
    await client.countAsVerified(teacher.email);
    expect(await add()).toEqual([{ id: stranger.id, isNew: true }]);
  });

  it('rejects an expired or revoked code', async () => {
    const [expired, revoked] = [await invite(), await invite()];
    await client.query('UPDATE invites SET expires_at = now() WHERE id = $1', [expired.id]);
    const revoke = () => client.send('DELETE', `/api/auth/invites/${revoked.id}`, { token: admin.token });
    expect((await revoke()).status).toBe(204);
    expect((await revoke()).status).toBe(404);
    for (const { code } of [expired, revoked])
      expect((await client.registerTeacher({ inviteCode: code })).status).toBe(403);
  });

  it('lists codes newest first, in pages', async () => {
    const made = [];
    for (const note of ['a', 'b', 'c']) made.unshift((await invite({ note })).id);
    const first = await client.send<Invite[]>('GET', '/api/auth/invites?limit=2', { token: admin.token });
    expect(first.body.map(({ id }) => id)).toEqual(made.slice(0, 2));
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await client.send<Invite[]>('GET', next, { token: admin.token });
    expect(second.body[0]?.id).toBe(made[2]);
  });

  it('lets only administrators create, list and revoke codes', async () => {
    const { token } = await client.register();
    for (const [method, path] of [
      ['POST', '/api/auth/invites'],
      ['GET', '/api/auth/invites'],
      ['DELETE', `/api/auth/invites/${crypto.randomUUID()}`],
    ] as const)
      expect((await client.send(method, path, { token })).status).toBe(403);
  });
});

describe('closed teacher registration', () => {
  let services: TestServices;
  beforeAll(async () => {
    services = await startServices(['auth'], { env: { auth: { TEACHER_REGISTRATION: 'closed' } } });
  });
  afterAll(() => services.stop());

  it('rejects every teacher with an explanation, and accepts students', async () => {
    const client = createClient(services);
    expect(await policyOf(client)).toMatchObject({ body: { teacherRegistration: 'closed' } });
    expect(await client.registerTeacher({ inviteCode: 'AAAA-BBBB-CCCC-DDDD' })).toMatchObject({
      status: 403,
      body: { code: 'registration_closed' },
    });
    expect((await client.register()).status).toBe(201);
  });
});
