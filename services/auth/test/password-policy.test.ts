import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually, startServices, type TestServices } from '@qr-attendance/test-kit';
import { type Client, createClient } from './support/client.ts';
import { readAllMails } from './support/emails.ts';

let services: TestServices;
let client: Client;
beforeAll(async () => {
  services = await startServices(['auth'], { env: { auth: { PASSWORD_SIGN_IN: 'off' } } });
  client = createClient(services);
});
afterAll(() => services.stop());

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
  await eventually(async () => {
    const texts = (await readAllMails(services.mailDir, other.email)).map(({ text }) => text);
    expect(texts.join()).toContain('without an identity provider');
  });
});
