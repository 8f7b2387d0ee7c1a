import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { allRoutes } from '@qr-attendance/contracts';
import { startServices, type TestServices } from '@qr-attendance/test-kit';
import { type Answer, createClient, type Client } from './support/client.ts';
import { secretOfLink } from './support/emails.ts';
import { createInstitution, newRecord } from './support/institution.ts';

let services: TestServices;
let client: Client;
beforeAll(async () => {
  services = await startServices(['auth'], { env: { auth: { SECOND_FACTOR_REQUIRED: 'everyone' } } });
  client = createClient(services);
});
afterAll(() => services.stop());

const signIns: Record<string, () => Promise<Answer<unknown>>> = {
  'POST /api/auth/register': () => client.register(),
  'POST /api/auth/login': async () => client.signIn((await client.register()).email),
  'POST /api/auth/sign-in-link/redeem': async () => {
    const { email } = await client.register();
    await client.countAsVerified(email);
    await client.send('POST', '/api/auth/sign-in-link', { body: { email } });
    const token = await secretOfLink(services.mailDir, email, 'sign-in-link');
    return client.send('POST', '/api/auth/sign-in-link/redeem', { body: { token } });
  },
  'POST /api/auth/registration-link/finish': async () => {
    const institution = createInstitution(services, client);
    const record = newRecord();
    await institution.apply(record);
    return institution.finish(await institution.requestLink(record.email));
  },
};
const AFTER_THE_FACTOR = [
  'POST /api/auth/refresh',
  'POST /api/auth/sign-in/second-factor',
  'POST /api/auth/sign-in/second-factor/activation',
];

it.each(Object.entries(signIns))('%s needs the second factor', async (_route, signIn) => {
  const { status, body, cookies } = await signIn();
  expect({ status, body }).toEqual({
    status: 401,
    body: expect.objectContaining({ code: 'second_factor_setup_required' }),
  });
  expect(body).not.toHaveProperty('token');
  expect(cookies['qr_refresh']).toBeUndefined();
});

it('these are all routes that sign somebody in with a password or a link', () => {
  const signingIn = allRoutes
    .filter(({ access, service }) => access === 'anyone' && service === 'auth')
    .filter(({ answer }) => 'shape' in answer && 'token' in (answer.shape as object))
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect(signingIn.toSorted()).toEqual([...Object.keys(signIns), ...AFTER_THE_FACTOR].toSorted());
});
