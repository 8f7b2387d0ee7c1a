import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ProviderFailure } from '@qr-attendance/contracts';
import { hashSecret } from '@qr-attendance/server';
import { KEYS_COOL_DOWN_MS } from '../src/features/oidc/provider-clients.ts';
import { startForgedProvider, type ForgedProvider } from './support/identity-provider.ts';
import { changeProvider, setUpProvider } from './support/provider-browser.ts';
import { LIBRARY, newAccount, startWithProviders, type WithProviders } from './support/with-providers.ts';

const SLOW = 'slow';

let system: WithProviders;
let slow: ForgedProvider;
beforeAll(async () => {
  [system, slow] = await Promise.all([startWithProviders(), startForgedProvider()]);
  slow.neverAnswers();
  await setUpProvider(system.client, system.admin.token, { _id: SLOW, issuer: slow.issuer });
});
afterAll(async () => {
  await Promise.all([system.stop(), slow.stop()]);
});

/** Signs in at the provider, and stops before the callback is requested. */
const comeBack = async (browser: ReturnType<WithProviders['open']>): Promise<string> => {
  const { subject, claims } = newAccount();
  system.library.signsIn(subject, claims);
  return browser.goToProvider((await browser.begin(LIBRARY, '/student')).location);
};
const failed = (error: string, provider = LIBRARY) => ({ error, provider, returnTo: '/student' });

describe('a sign-in through a provider', () => {
  it('still succeeds after the provider has replaced its keys', async () => {
    const [first, second] = [system.open(), system.open()];
    expect((await first.finish(await comeBack(first))).location).toContain('/signed-in');
    await system.library.replaceKeys();
    await pause(KEYS_COOL_DOWN_MS);
    expect((await second.finish(await comeBack(second))).location).toContain('/signed-in');
  });

  it('returns to the sign-in page if the provider denies access', async () => {
    system.library.denies();
    expect((await system.open().signIn(LIBRARY, '/student')).fragment).toEqual(failed('provider_denied'));
  });

  it('is not blocked by errors that browsers state, of which only standard codes are stored', async () => {
    const browser = system.open();
    const parameters = new URL((await browser.begin(LIBRARY, '/student')).location).searchParams;
    const stated = [
      'Nora',
      'x'.repeat(50),
      'temporarily_unavailable',
      ...Array<string>(25).fill('server_error'),
    ];
    for (const error of stated) {
      // Beginning a sign-in is a successful request, which would keep the breaker closed, so this test copies
      // an attempt.
      const state = randomUUID();
      await system.client.query(
        `INSERT INTO provider_attempts (hash, browser, provider_id, purpose, return_to, expires_at)
         SELECT $1, browser, provider_id, purpose, return_to, expires_at FROM provider_attempts WHERE hash = $2`,
        [hashSecret(state), hashSecret(parameters.get('state') ?? '')],
      );
      const callback = new URL(parameters.get('redirect_uri') ?? '');
      callback.search = new URLSearchParams({ error, state, iss: system.library.issuer }).toString();
      const { fragment } = await browser.finish(callback.href);
      expect(fragment['error']).toMatch(/^provider_(invalid|unavailable)$/);
    }
    expect((await browser.finish(await comeBack(browser))).location).toContain('/signed-in');
    const path = `/api/auth/identity-providers/${LIBRARY}/failures`;
    const { body } = await system.client.send<ProviderFailure[]>('GET', path, { token: system.admin.token });
    const details = body.map(({ detail }) => detail);
    expect(details).toEqual(expect.arrayContaining(['server_error', 'temporarily_unavailable', 'other']));
    expect(details.join()).not.toMatch(/Nora|xxx/);
  });

  it('is rejected once the provider is deactivated', async () => {
    const { client, admin } = system;
    const change = (active: boolean) => changeProvider(client, admin.token, LIBRARY, { active });
    const browser = system.open();
    const callback = await comeBack(browser);
    expect((await change(false)).status).toBe(200);
    expect((await browser.finish(callback)).fragment).toEqual(failed('provider_unknown'));
    expect((await browser.begin(LIBRARY, '/student')).fragment).toEqual(failed('provider_unknown'));
    expect((await change(true)).status).toBe(200);
  });

  it('returns to the sign-in page if the provider is down', async () => {
    const browser = system.open();
    const callback = await comeBack(browser);
    system.library.close();
    expect((await browser.finish(callback)).fragment).toEqual(failed('provider_unavailable'));
  });

  it('returns to the sign-in page if the provider never responds, and delays no password sign-in', async () => {
    const { client, admin } = system;
    const browser = system.open();
    const { location } = await browser.begin(SLOW, '/student');
    const parameters = new URL(location).searchParams;
    const callback = new URL(parameters.get('redirect_uri') ?? '');
    const query = { code: 'a code', state: parameters.get('state') ?? '', iss: slow.issuer };
    callback.search = new URLSearchParams(query).toString();
    const student = await client.registerStudent();
    const [answer, signedIn] = await Promise.all([
      browser.finish(callback.href),
      client.signIn(student.email),
    ]);
    expect(answer.fragment).toEqual(failed('provider_unavailable', SLOW));
    expect(signedIn.status).toBe(200);
    const path = `/api/auth/identity-providers/${SLOW}/failures`;
    const { body: failures } = await client.send('GET', path, { token: admin.token });
    expect(failures).toEqual([
      { at: expect.any(String), error: 'provider_unavailable', detail: 'no answer' },
    ]);
  });
});
