import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startServices, type TestServices } from '@qr-attendance/test-kit';
import { importJWK, type JWK, SignJWT } from 'jose';
import { KEYS_COOL_DOWN_MS } from '../src/features/oidc/provider-clients.ts';
import { type Client, createClient } from './support/client.ts';
import {
  CLIENT_ID,
  createSigningKey,
  type ForgedProvider,
  publicPartOf,
  startForgedProvider,
} from './support/identity-provider.ts';
import { type Browser, openBrowser, setUpProvider } from './support/provider-browser.ts';

const FORGED = 'forged';
const SUBJECT = randomUUID();

let services: TestServices;
let client: Client;
let forged: ForgedProvider;
let key: JWK;
beforeAll(async () => {
  [services, forged, key] = await Promise.all([
    startServices(['auth']),
    startForgedProvider({ sub: SUBJECT, email_verified: true }),
    createSigningKey(),
  ]);
  client = createClient(services);
  const { token } = await client.makeAdmin();
  await setUpProvider(client, token, { _id: FORGED, issuer: forged.issuer, unknownPeople: 'create' });
  forged.publish(publicPartOf(key));
});
afterAll(async () => {
  await Promise.all([services.stop(), forged.stop()]);
});

const sign = async (claims: Record<string, unknown>, signer = key): Promise<string> =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: signer.kid ?? '' })
    .setIssuer(forged.issuer)
    .setAudience(CLIENT_ID)
    .setIssuedAt()
    .setExpirationTime('5 minutes')
    .sign(await importJWK(signer, 'RS256'));

/** Comes back from the provider, which answers with the claims. */
const finish = async (browser: Browser, url: string, claims: Record<string, unknown>) => {
  const parameters = new URL(url).searchParams;
  forged.issues((nonce) => sign({ ...claims, sub: SUBJECT, nonce }));
  forged.expects(parameters.get('nonce') ?? '');
  const callback = new URL(parameters.get('redirect_uri') ?? '');
  const query = { code: 'a code', state: parameters.get('state') ?? '', iss: forged.issuer };
  callback.search = new URLSearchParams(query).toString();
  return browser.finish(callback.href);
};

it('a provider is asked whether the address is verified, and never proves anybody later than now', async () => {
  const browser = openBrowser(services);
  const claims = { institution_id: SUBJECT, name: 'Nora New', email: 'nora@campus.example', roles: [] };
  const { location } = await finish(browser, (await browser.begin(FORGED)).location, claims);
  expect(location).toBe('/signed-in');
  expect(await client.query('SELECT email_verified FROM users WHERE email = $1', [claims.email])).toEqual([
    { email_verified: true },
  ]);
  const { token } = await browser.renew();
  const body = { provider: FORGED, returnTo: '/student/security' };
  const url = await browser.post(token, '/api/auth/identities/proof', body);
  const inAnHour = Math.floor(Date.now() / 1_000) + 3_600;
  const proved = await finish(browser, url, { ...claims, auth_time: inAnHour });
  expect(proved.location).toBe('/student/security#proof=fresh');
  const ahead = await client.query(
    `SELECT t.hash FROM refresh_tokens t JOIN users u ON u.id = t.user_id
      WHERE u.email = $1 AND t.proved_at > now()`,
    [claims.email],
  );
  expect(ahead).toEqual([]);
});

it('a proof needs a sign-in at the provider after the attempt began', async () => {
  const browser = openBrowser(services);
  const claims = { institution_id: SUBJECT, name: 'Nora New', email: 'nora@campus.example', roles: [] };
  await finish(browser, (await browser.begin(FORGED)).location, claims);
  const prove = async (stated: object) => {
    const { token } = await browser.renew();
    const body = { provider: FORGED, returnTo: '/student/security' };
    const url = await browser.post(token, '/api/auth/identities/proof', body);
    return finish(browser, url, { ...claims, ...stated });
  };
  const now = Math.floor(Date.now() / 1_000);
  const rejected = { fragment: { error: 'provider_invalid', provider: FORGED } };
  expect(await prove({ auth_time: now - 120 })).toMatchObject(rejected);
  expect(await prove({})).toMatchObject(rejected);
  expect(await prove({ auth_time: now })).toMatchObject({ fragment: { proof: 'fresh' } });
});

it('a logout token is not rejected while the keys of the provider cannot be read', async () => {
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const send = async (signer: JWK) => {
    const token = await sign({ sub: SUBJECT, events }, signer);
    const answer = await fetch(`${services.urls.auth}/api/auth/oidc/${FORGED}/back-channel-logout`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: token }).toString(),
    });
    return answer.status;
  };
  const accepted = await send(key);
  const next = await createSigningKey();
  forged.publish(publicPartOf(next));
  forged.answersKeys(false);
  await pause(KEYS_COOL_DOWN_MS);
  expect(await send(next)).toBe(503);
  forged.answersKeys(true);
  expect(await send(next)).toBe(accepted);
  expect(await send(key)).toBe(400);
});
