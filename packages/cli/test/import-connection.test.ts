import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import {
  createCampusClient,
  createTestAdmin,
  PASSWORD,
  startServices,
  type TestServices,
  totpCodeOf,
} from '@qr-attendance/test-kit';
import pg from 'pg';
import { connect } from '../src/commands/import-connection.ts';

const EMAIL = 'registry@campus.example';

let services: TestServices;
let secret: string;
beforeAll(async () => {
  services = await startServices(['auth']);
  const { call, exchange } = createCampusClient(services.urls);
  const link = await createTestAdmin(services, { name: 'Regina Registry', email: EMAIL });
  await exchange('POST', '/api/auth/reset-password', { body: { token: link, password: PASSWORD } });
  const { token } = await call(routes.auth.login, { body: { email: EMAIL, password: PASSWORD } });
  ({ secret } = await call(routes.auth.startSecondFactor, { token }));
  await call(routes.auth.activateSecondFactor, { token, body: { code: totpCodeOf(secret) } });
  // As if the time step of this code had passed.
  const database = new pg.Client({ connectionString: services.databases.auth });
  await database.connect();
  await database.query('UPDATE second_factors SET last_step = 0').finally(() => database.end());
});
afterAll(() => services.stop());

const connectWith = (totpSecret: string | undefined) =>
  connect({
    file: '',
    kind: 'people',
    complete: false,
    keepLocalChanges: false,
    maxChanges: 0,
    address: services.urls.auth,
    email: EMAIL,
    password: PASSWORD,
    totpSecret,
  });

describe('the import command, with an account that has a second factor', () => {
  it('explains that it needs the key of the authenticator app', async () => {
    await expect(connectWith(undefined)).rejects.toThrow('Set IMPORT_TOTP_SECRET');
  });

  it('signs in with a code, and again without another one', async () => {
    const connection = await connectWith(secret);
    await connection.proveAgain();
    await connection.proveAgain();
    expect((await connection.call(routes.auth.getMe, {})).user.email).toBe(EMAIL);
  });

  it('waits for the next code if another command has used the current one', async () => {
    const [first, second] = [await connectWith(secret), await connectWith(secret)];
    for (const { call } of [first, second])
      expect((await call(routes.auth.getMe, {})).user.email).toBe(EMAIL);
  });
});
