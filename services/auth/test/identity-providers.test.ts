import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IdentityProvider as Provider, IssuerCheck, MappingPreview } from '@qr-attendance/contracts';
import { eventually, startServices, type TestServices } from '@qr-attendance/test-kit';
import { createClient, type Client } from './support/client.ts';
import { readAllMails } from './support/emails.ts';
import { CLIENT_SECRET, type IdentityProvider, startIdentityProvider } from './support/identity-provider.ts';
import { createInstitution, newRecord } from './support/institution.ts';
import { changeProvider, openBrowser, setUpProvider } from './support/provider-browser.ts';

const PATH = '/api/auth/identity-providers';

let services: TestServices;
let client: Client;
let admin: Awaited<ReturnType<Client['makeAdmin']>>;
let real: IdentityProvider;
beforeAll(async () => {
  [services, real] = await Promise.all([startServices(['auth']), startIdentityProvider()]);
  client = createClient(services);
  admin = await client.makeAdmin();
  const { redirectUri, postLogoutRedirectUri, backChannelLogoutUri } = await setUpProvider(
    client,
    admin.token,
    { _id: 'real', issuer: real.issuer, active: false },
  );
  await real.open({ redirectUri, postLogoutRedirectUri, backChannelLogoutUri });
});
afterAll(async () => {
  await Promise.all([services.stop(), real.stop()]);
});

const send = <Body>(method: string, path: string, body?: unknown) =>
  client.send<Body>(method, path, { token: admin.token, body });
const change = (id: string, changes: object) => changeProvider(client, admin.token, id, changes);
const newIssuer = () => `https://${randomUUID()}.example`;
const setUp = (more: object = {}) => {
  const _id = `p-${randomUUID().slice(0, 8)}`;
  return setUpProvider(client, admin.token, { _id, issuer: newIssuer(), active: false, ...more });
};
const listed = async (): Promise<string[]> =>
  (await client.send<{ _id: string }[]>('GET', '/api/auth/providers')).body.map(({ _id }) => _id);

describe('an identity provider', () => {
  it('can be created, changed and deactivated by administrators, with emails and audit entries', async () => {
    const { _id, hasSecret, redirectUri } = await setUp();
    expect(hasSecret).toBe(true);
    expect(redirectUri).toBe(`${services.publicOrigins[0]}/api/auth/oidc/${_id}/callback`);
    const changed = await change(_id, {
      name: 'The University',
      clientSecret: null,
    });
    expect(changed.body).toMatchObject({ name: 'The University', hasSecret: false, active: false });
    await change(_id, { active: true });
    await change(_id, { active: false });
    const { body: all } = await send<Provider[]>('GET', PATH);
    expect(all.find((one) => one._id === _id)).toEqual({
      ...changed.body,
      active: false,
      version: changed.body.version + 2,
    });
    const { body: log } = await send<{ action: string; reason: string }[]>('GET', '/api/auth/audit-log');
    const entries = log
      .filter(({ reason }) => reason?.startsWith(_id))
      .map(({ action, reason }) => [action, reason]);
    expect(entries.toReversed()).toEqual([
      ['create_provider', _id],
      ['change_provider', `${_id}: name, clientSecret`],
      ['activate_provider', `${_id}: active`],
      ['deactivate_provider', `${_id}: active`],
    ]);
    await eventually(async () => {
      const texts = (await readAllMails(services.mailDir, admin.email)).map(({ text }) => text);
      expect(texts.join()).toContain('changed the identity providers');
    });
  });

  it('accepts one of two changes of the same version', async () => {
    const { _id, version } = await setUp();
    const rename = (name: string) => send<Provider>('PATCH', `${PATH}/${_id}`, { name, version });
    const answers = await Promise.all([rename('One'), rename('Two')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'provider_changed' });
    expect((await send('PATCH', `${PATH}/${_id}`, { name: 'Three' })).status).toBe(400);
  });

  it('is on the sign-in page once it is active', async () => {
    const { _id } = await setUp();
    expect(await listed()).not.toContain(_id);
    await change(_id, { active: true });
    expect(await listed()).toContain(_id);
  });

  it('keeps its secret encrypted', async () => {
    const { _id } = await setUp();
    const { body } = await send<Provider[]>('GET', PATH);
    expect(JSON.stringify(body)).not.toContain(CLIENT_SECRET);
    const [row] = await client.query<{ client_secret: string }>(
      'SELECT client_secret FROM identity_providers WHERE id = $1',
      [_id],
    );
    expect(row?.client_secret).toMatch(/^1:[\w-]{40,}$/);
    expect(row?.client_secret).not.toContain(Buffer.from(CLIENT_SECRET).toString('base64url'));
  });

  it('cannot change its issuer while people are linked to it, or use the issuer of another provider', async () => {
    const { _id, issuer } = await setUp();
    const other = await setUp();
    const inUse = { status: 409, body: { code: 'issuer_in_use' } };
    expect(await change(other._id, { issuer })).toMatchObject(inUse);
    await client.query(
      `INSERT INTO external_identities (id, provider_id, issuer, subject, user_id)
       VALUES (gen_random_uuid(), $1, $2, 'x', $3)`,
      [_id, issuer, admin.id],
    );
    expect(await change(_id, { issuer: newIssuer() })).toMatchObject(inUse);
    expect((await change(_id, { issuer, name: 'Same' })).status).toBe(200);
    await expect(setUp({ _id, issuer: newIssuer() })).resolves.toMatchObject({ code: 'provider_exists' });
  });

  it('loses its secret with its issuer, unless the change states another one', async () => {
    const { _id, issuer } = await setUp();
    const hasSecretAfter = async (changes: object) => (await change(_id, changes)).body.hasSecret;
    expect(await hasSecretAfter({ issuer, name: 'Same' })).toBe(true);
    expect(await hasSecretAfter({ issuer: newIssuer(), clientSecret: 'another secret' })).toBe(true);
    expect(await hasSecretAfter({ issuer: newIssuer() })).toBe(false);
  });

  it('can neither identify people by email address nor have an issuer without HTTPS', async () => {
    const { _id } = await setUp();
    const claims = { institutionId: 'email', name: 'name', email: 'email', role: null };
    expect(await change(_id, { claims })).toMatchObject({
      status: 400,
      body: { code: 'email_not_authoritative' },
    });
    expect(await change(_id, { issuer: 'http://uni.example' })).toMatchObject({
      status: 400,
      body: { code: 'issuer_insecure' },
    });
  });

  it('can be checked before it is created', async () => {
    const check = async (issuer: string) =>
      (await send<IssuerCheck>('POST', `${PATH}/check-issuer`, { provider: 'new', issuer })).body;
    expect(await check(real.issuer)).toMatchObject({
      problem: null,
      supportsLogout: true,
      supportsBackChannelLogout: true,
      supportsMfa: true,
      redirectUri: `${services.publicOrigins[0]}/api/auth/oidc/new/callback`,
    });
    expect(await check('http://uni.example')).toMatchObject({ problem: 'insecure' });
    expect(await check('https://127.0.0.1:9')).toMatchObject({ problem: 'unreachable' });
    expect(await check(`${real.issuer}/elsewhere`)).toMatchObject({ problem: 'no_document' });
    expect(await check(real.issuer.replace('127.0.0.1', 'localhost'))).toMatchObject({
      problem: 'other_issuer',
    });
  });
});

describe('the mapping of claims', () => {
  const preview = async (pasted: string, id = 'real') =>
    send<MappingPreview & { code: string }>('POST', `${PATH}/${id}/preview`, { pasted });

  it('can be tested with a pasted token, without changing anything', async () => {
    const institution = createInstitution(services, client);
    const record = newRecord();
    const { id } = await institution.apply(record);
    const claims = { sub: 's', institution_id: record.institutionId, name: 'Nora', email: record.email };
    const token = ['{"alg":"none"}', JSON.stringify(claims), ''].map((part) =>
      Buffer.from(part).toString('base64url'),
    );
    for (const pasted of [JSON.stringify(claims), token.join('.')])
      expect((await preview(pasted)).body).toMatchObject({
        subject: 's',
        statesMfa: false,
        values: { institutionId: record.institutionId, name: 'Nora', userType: 'STUDENT' },
        outcome: 'meets',
        person: { _id: id },
      });
    expect(await institution.userOf(id)).toMatchObject({ registered: false });
    const unknown = await preview(
      JSON.stringify({ ...claims, institution_id: 'nobody', roles: ['employee'] }),
    );
    expect(unknown.body).toMatchObject({
      outcome: 'refused',
      error: 'person_unknown',
      values: { userType: 'TEACHER' },
    });
    expect(await preview('hello')).toMatchObject({ status: 400, body: { code: 'token_unreadable' } });
  });

  it('can be tested with an administrator’s own sign-in, without changing anything', async () => {
    const claims = { institution_id: randomUUID(), name: 'Nora New', email: 'nora.new@campus.example' };
    real.signsIn('the subject', claims);
    const browser = openBrowser(services);
    const { location, fragment } = await browser.goOn(admin.token, `${PATH}/real/tests`);
    expect(location).toMatch(/^\/admin\/providers\/real#test=/);
    const path = `${PATH}/real/tests/${fragment['test']}`;
    expect((await send<MappingPreview>('GET', path)).body).toMatchObject({
      subject: 'the subject',
      claims,
      outcome: 'refused',
      error: 'person_unknown',
    });
    const other = await client.makeAdmin();
    expect((await client.send('GET', path, { token: other.token })).status).toBe(404);
    expect((await browser.renew()).status).toBe(401);
  });
});
