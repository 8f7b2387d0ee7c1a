import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { REFEDS_MFA, type ProviderSecondFactor, type TotpSetup } from '@qr-attendance/contracts';
import { totpCodeOf } from '@qr-attendance/test-kit';
import { changeProvider, type Browser } from './support/provider-browser.ts';
import { useSecondFactor } from './support/second-factor.ts';
import { LIBRARY, newAccount, startWithProviders, type WithProviders } from './support/with-providers.ts';

const SECOND_FACTOR = '/api/auth/sign-in/second-factor';
const SIGNED_IN = '/signed-in#returnTo=%2Fteacher%2Fcourses';

let system: WithProviders;
beforeAll(async () => {
  system = await startWithProviders({ SECOND_FACTOR_REQUIRED: 'staff' });
});
afterAll(() => system.stop());
beforeEach(() => system.library.asksForMfa('never'));

const declare = async (secondFactor: ProviderSecondFactor): Promise<void> => {
  const { status, body } = await changeProvider(system.client, system.admin.token, LIBRARY, { secondFactor });
  expect({ status, declared: body.secondFactor }).toEqual({ status: 200, declared: secondFactor });
};
/** A new teacher or student at the provider, in a browser of their own. */
const newcomer = (role: 'employee' | 'student' = 'employee') => {
  const { subject, claims } = newAccount();
  system.library.signsIn(subject, { ...claims, roles: [role] });
  return { subject, browser: system.open() };
};
const signIn = (browser: Browser) => browser.signIn(LIBRARY, '/teacher/courses');
const setUpApp = async (browser: Browser) => {
  const { body } = await browser.submit<TotpSetup>(`${SECOND_FACTOR}/setup`);
  const code = totpCodeOf(body.secret);
  const { status } = await browser.submit(`${SECOND_FACTOR}/activation`, { code });
  expect(status).toBe(200);
  const { _id } = await system.signedInAs(browser);
  await useSecondFactor(system.client).passTime(_id);
  return { id: _id, secret: body.secret };
};
/** Returns what the sign-in page asks for. */
const challengeOf = ({ location, fragment }: { location: string; fragment: Record<string, string> }) => {
  expect(location).toMatch(/^\/login#/);
  expect(fragment['returnTo']).toBe('/teacher/courses');
  return (JSON.parse(fragment['challenge'] ?? '{}') as { code?: string }).code;
};
const enterCode = (browser: Browser, secret: string, remember = false) =>
  browser.submit<{ token: string }>(SECOND_FACTOR, { code: totpCodeOf(secret), remember });

const provenUntilOf = async (browser: Browser) => {
  const [, payload = ''] = (await browser.renew()).token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { provenUntil?: number };
  return (claims.provenUntil ?? 0) * 1_000;
};
/** The provider's answer to the request at `url` that it cannot ask for a second factor. */
const refuseToAsk = (browser: Browser, url: string) => {
  const parameters = new URL(url).searchParams;
  const callback = new URL(parameters.get('redirect_uri') ?? '');
  const error = 'unmet_authentication_requirements';
  callback.search = new URLSearchParams({ error, state: parameters.get('state') ?? '' }).toString();
  return browser.finish(callback.href);
};

describe('a sign-in of staff at a provider', () => {
  it('counts like a password unless something else is declared, whatever `acr` the provider states', async () => {
    await declare('not_stated');
    system.library.asksForMfa('always');
    const { browser } = newcomer();
    expect(challengeOf(await signIn(browser))).toBe('second_factor_setup_required');
    expect((await browser.renew()).status).toBe(401);
    const { secret } = await setUpApp(browser);
    expect(challengeOf(await signIn(browser))).toBe('second_factor_required');
    expect((await enterCode(browser, secret)).status).toBe(200);
  });

  it('needs no second factor of ours if the provider has stated one', async () => {
    await declare('refeds_mfa');
    system.library.asksForMfa('always');
    const { browser } = newcomer();
    expect(await signIn(browser)).toMatchObject({ location: SIGNED_IN });
    expect((await browser.renew()).status).toBe(200);
  });

  it('returns to the provider once for the second factor, without another password', async () => {
    await declare('refeds_mfa');
    system.library.asksForMfa('on request');
    const { browser } = newcomer();
    const first = await signIn(browser);
    const { origin, searchParams } = new URL(first.location);
    expect(origin).toBe(system.library.issuer);
    expect(searchParams.get('acr_values')).toBe(REFEDS_MFA);
    expect(searchParams.has('prompt')).toBe(false);
    expect((await browser.renew()).status).toBe(401);
    const callback = await browser.goToProvider(first.location);
    expect(await browser.finish(callback)).toMatchObject({ location: SIGNED_IN });
    expect(await system.signedInAs(browser)).toMatchObject({ userType: 'TEACHER' });
  });

  it('asks for ours if the provider has none to state', async () => {
    await declare('refeds_mfa');
    const { browser } = newcomer();
    const callback = await browser.goToProvider((await signIn(browser)).location);
    expect(challengeOf(await browser.finish(callback))).toBe('second_factor_setup_required');
  });

  it('asks for ours, without a return to the provider, if the person has one', async () => {
    await declare('not_stated');
    const { browser } = newcomer();
    await signIn(browser);
    await setUpApp(browser);
    await declare('refeds_mfa');
    system.library.asksForMfa('on request');
    expect(challengeOf(await signIn(browser))).toBe('second_factor_required');
  });

  it('asks for ours if the provider refuses to ask for one', async () => {
    await declare('refeds_mfa');
    const { browser } = newcomer();
    const again = await refuseToAsk(browser, (await signIn(browser)).location);
    expect(new URL(again.location).searchParams.has('acr_values')).toBe(false);
    const callback = await browser.goToProvider(again.location);
    expect(challengeOf(await browser.finish(callback))).toBe('second_factor_setup_required');
  });

  it('counts as a fresh proof the first time, even if ours is set up in between', async () => {
    await declare('not_stated');
    const { browser } = newcomer();
    await signIn(browser);
    await setUpApp(browser);
    expect(await provenUntilOf(browser)).toBeGreaterThan(Date.now());
  });

  it('needs nothing more if the institution declares that the provider always asks', async () => {
    await declare('always');
    expect(await signIn(newcomer().browser)).toMatchObject({ location: SIGNED_IN });
  });

  it('asks for no code in a remembered browser, and nothing of students', async () => {
    await declare('not_stated');
    const { browser } = newcomer();
    await signIn(browser);
    const { secret } = await setUpApp(browser);
    await signIn(browser);
    await enterCode(browser, secret, true);
    expect(await signIn(browser)).toMatchObject({ location: SIGNED_IN });
    expect(await signIn(newcomer('student').browser)).toMatchObject({ location: SIGNED_IN });
  });

  it('ends with the session at the provider, even before the code is entered', async () => {
    await declare('not_stated');
    const { subject, browser } = newcomer();
    await signIn(browser);
    const { id, secret } = await setUpApp(browser);
    const endAll = async () => {
      const rows = await system.client.query<{ sid: string }>(
        `SELECT s.sid FROM provider_sessions s JOIN external_identities i ON i.id = s.identity_id
          WHERE i.subject = $1`,
        [subject],
      );
      for (const { sid } of rows) await system.library.logOut(subject, sid);
    };
    await endAll();
    expect((await browser.renew()).status).toBe(401);
    await signIn(browser);
    await endAll();
    expect((await enterCode(browser, secret)).status).toBe(401);
    expect(await system.client.query('SELECT FROM refresh_tokens WHERE user_id = $1', [id])).toEqual([]);
  });
});

describe('a proof at a provider', () => {
  const proveAt = async (browser: Browser) => {
    const { token } = await browser.renew();
    const body = { provider: LIBRARY, returnTo: '/account' };
    const url = await browser.post(token, '/api/auth/identities/proof', body);
    return { url, finish: async () => browser.finish(await browser.goToProvider(url)) };
  };
  const signedIn = async (role: 'employee' | 'student') => {
    await declare('always');
    const { browser, subject } = newcomer(role);
    await signIn(browser);
    const { _id } = await system.signedInAs(browser);
    await system.client.query('UPDATE refresh_tokens SET proved_at = NULL WHERE user_id = $1', [_id]);
    return { browser, subject };
  };

  it('asks staff for their credentials and a second factor again', async () => {
    const { browser } = await signedIn('employee');
    await declare('refeds_mfa');
    system.library.asksForMfa('on request');
    const { url, finish } = await proveAt(browser);
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      acr_values: REFEDS_MFA,
      prompt: 'login',
      max_age: '0',
    });
    expect(await finish()).toMatchObject({ location: '/account#proof=fresh' });
    expect(await provenUntilOf(browser)).toBeGreaterThan(Date.now());
  });

  it('fails if the provider does not state the second factor', async () => {
    const { browser } = await signedIn('employee');
    await declare('refeds_mfa');
    const { finish } = await proveAt(browser);
    expect((await finish()).fragment).toEqual({ error: 'mfa_missing', provider: LIBRARY });
    expect(await provenUntilOf(browser)).toBe(0);
  });

  it('counts like a password where the provider states no second factors, and for students', async () => {
    for (const role of ['employee', 'student'] as const) {
      const { browser } = await signedIn(role);
      await declare(role === 'student' ? 'refeds_mfa' : 'not_stated');
      const { url, finish } = await proveAt(browser);
      expect(url).not.toContain('acr_values');
      expect(await finish()).toMatchObject({ location: '/account#proof=fresh' });
    }
  });

  it('explains that the provider refused to ask for a second factor', async () => {
    const { browser } = await signedIn('employee');
    await declare('refeds_mfa');
    const { url } = await proveAt(browser);
    expect((await refuseToAsk(browser, url)).fragment).toMatchObject({ error: 'mfa_missing' });
  });
});

it('a test sign-in asks for a second factor, so that its result shows whether one is stated', async () => {
  await declare('refeds_mfa');
  const path = `/api/auth/identity-providers/${LIBRARY}/tests`;
  const url = new URL(await system.open().post(system.admin.token, path));
  expect(url.searchParams.get('acr_values')).toBe(REFEDS_MFA);
});
