import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { LinkedIdentity } from '@qr-attendance/contracts';
import { eventually, type TestServices } from '@qr-attendance/test-kit';
import type { Client } from './support/client.ts';
import { readAllMails } from './support/emails.ts';
import { useSecondFactor } from './support/second-factor.ts';
import { LIBRARY, newAccount, startWithProviders, type WithProviders } from './support/with-providers.ts';

let system: WithProviders;
let services: TestServices;
let client: Client;
beforeAll(async () => {
  system = await startWithProviders({ PASSWORD_SIGN_IN: 'off' });
  ({ services, client } = system);
});
afterAll(() => system.stop());

const off = { status: 403, body: { code: 'password_sign_in_off' } };

it('nobody can register or sign in with a password while passwords are disabled', async () => {
  expect((await client.send('GET', '/api/auth/registration')).body).toMatchObject({ passwordSignIn: 'off' });
  const { status, email } = await client.register();
  expect({ status }).toEqual({ status: 403 });
  const admin = await client.makeAdmin();
  await client.query("UPDATE users SET user_type = 'TEACHER' WHERE id = $1", [admin.id]);
  await client.query("INSERT INTO teachers (user_id, employee_id, department) VALUES ($1, '', '')", [
    admin.id,
  ]);
  expect(await client.signIn(admin.email)).toMatchObject(off);
  expect((await client.signIn(email)).status).toBe(401);
});

it('an administrator can still sign in with a password, which is audited and emailed to the others', async () => {
  const [admin, other] = [await client.makeAdmin(), await client.makeAdmin()];
  const { body: log } = await client.send<{ action: string; by: { _id: string } }[]>(
    'GET',
    '/api/auth/audit-log',
    {
      token: admin.token,
    },
  );
  expect(log.filter(({ by }) => by?._id === admin.id)).toMatchObject([{ action: 'password_sign_in' }]);
  // The sign-in when the account was made may have been emailed before the other account existed.
  await client.signIn(admin.email);
  await eventually(async () => {
    // As if the interval between two emails had passed.
    await client.query('UPDATE mails SET due_at = now() WHERE user_id = $1', [other.id]);
    const texts = (await readAllMails(services.mailDir, other.email)).map(({ text }) => text);
    expect(texts.join()).toContain('without an identity provider');
  });
});

it('the password of an administrator is reported before the second factor finishes the sign-in', async () => {
  const factor = useSecondFactor(client);
  const admin = await factor.setUp(await client.makeAdmin());
  expect(await client.signIn(admin.email)).toMatchObject({ body: { code: 'second_factor_required' } });
  const path = `/api/auth/audit-log?action=password_sign_in&personId=${admin.id}`;
  const { body } = await client.send<unknown[]>('GET', path, { token: admin.token });
  expect(body).toHaveLength(2);
});

it('a password that is off does not count as a way to sign in', async () => {
  const { subject, claims } = newAccount();
  system.library.signsIn(subject, claims);
  const browser = system.open();
  await browser.signIn(LIBRARY);
  const { token, _id } = await system.signedInAs(browser);
  await client.query("UPDATE users SET password_hash = 'x' WHERE id = $1", [_id]);
  const { body } = await client.send<LinkedIdentity[]>('GET', '/api/auth/identities', { token });
  const path = `/api/auth/identities/${body[0]?._id}`;
  expect(await client.send('DELETE', path, { token })).toMatchObject({
    status: 409,
    body: { code: 'last_sign_in' },
  });
});
