import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startServices, type TestServices } from '@qr-attendance/test-kit';
import { importJWK, SignJWT, UnsecuredJWT } from 'jose';
import { createClient, type Client } from './support/client.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  createSigningKey,
  publicPartOf,
  type ForgedProvider,
  type IdentityProvider,
  startForgedProvider,
  startIdentityProvider,
} from './support/identity-provider.ts';
import { openBrowser, setUpProvider } from './support/provider-browser.ts';

let services: TestServices;
let client: Client;
let admin: { token: string };
let honest: IdentityProvider;
let forged: ForgedProvider;
beforeAll(async () => {
  [services, honest, forged] = await Promise.all([
    startServices(['auth']),
    startIdentityProvider(),
    startForgedProvider(),
  ]);
  client = createClient(services);
  admin = await client.makeAdmin();
  const { redirectUri, postLogoutRedirectUri, backChannelLogoutUri } = await setUpProvider(
    client,
    admin.token,
    { _id: 'honest', issuer: honest.issuer, unknownPeople: 'create' },
  );
  await honest.open({ redirectUri, postLogoutRedirectUri, backChannelLogoutUri });
  await setUpProvider(client, admin.token, { _id: 'forged', issuer: forged.issuer, unknownPeople: 'create' });
});
afterAll(async () => {
  await Promise.all([services.stop(), honest.stop(), forged.stop()]);
});

const newClaims = () => {
  const key = randomUUID();
  return { institution_id: key, name: 'Nora New', email: `${key}@campus.example` };
};
const claimsOf = (nonce: string) => ({ ...newClaims(), sub: randomUUID(), nonce });
const signed = (token: SignJWT) =>
  token.setIssuer(forged.issuer).setAudience(CLIENT_ID).setIssuedAt().setExpirationTime('5 minutes');

/** Signs in at the forged provider, which responds with the given token. */
const signInWith = async (makeToken: (nonce: string) => Promise<string>) => {
  forged.issues(makeToken);
  const browser = openBrowser(services);
  const { location } = await browser.begin('forged', '/student');
  const parameters = new URL(location).searchParams;
  forged.expects(parameters.get('nonce') ?? '');
  const callback = new URL(parameters.get('redirect_uri') ?? '');
  const query = { code: 'a code', state: parameters.get('state') ?? '', iss: forged.issuer };
  callback.search = new URLSearchParams(query).toString();
  return browser.finish(callback.href);
};
const honestCallback = async (browser: ReturnType<typeof openBrowser>) => {
  honest.signsIn(randomUUID(), newClaims());
  const { location } = await browser.begin('honest');
  return browser.goToProvider(location);
};
const invalid = { status: 303, fragment: { error: 'provider_invalid' } };
const unfinished = { status: 303, fragment: { error: 'attempt_invalid' } };

describe('an ID token', () => {
  it('is accepted with the signature of a published key', async () => {
    const key = await createSigningKey();
    forged.publish(publicPartOf(key));
    const answer = await signInWith(async (nonce) =>
      signed(new SignJWT(claimsOf(nonce)))
        .setProtectedHeader({ alg: 'RS256', kid: key.kid ?? '' })
        .sign(await importJWK(key)),
    );
    expect(answer.location).toBe('/signed-in#returnTo=%2Fstudent');
  });

  it('is rejected without a signature, and signed with the client secret or the public key', async () => {
    const key = await createSigningKey();
    forged.publish(publicPartOf(key));
    const unsigned = await signInWith(async (nonce) =>
      new UnsecuredJWT(claimsOf(nonce))
        .setIssuer(forged.issuer)
        .setAudience(CLIENT_ID)
        .setIssuedAt()
        .setExpirationTime('5 minutes')
        .encode(),
    );
    expect(unsigned).toMatchObject(invalid);
    for (const secret of [CLIENT_SECRET.padEnd(32, ' '), JSON.stringify(publicPartOf(key))]) {
      const answer = await signInWith((nonce) =>
        signed(new SignJWT(claimsOf(nonce)))
          .setProtectedHeader({ alg: 'HS256', kid: key.kid ?? '' })
          .sign(new TextEncoder().encode(secret)),
      );
      expect(answer).toMatchObject(invalid);
    }
  });

  it('is rejected with a foreign key, another nonce, audience or issuer, or after its time', async () => {
    const [key, foreign] = [await createSigningKey(), await createSigningKey()];
    forged.publish(publicPartOf(key));
    const header = { alg: 'RS256', kid: key.kid ?? '' };
    const make = (change: (token: SignJWT, nonce: string) => SignJWT, signer = key) =>
      signInWith(async (nonce) =>
        change(signed(new SignJWT(claimsOf(nonce))), nonce)
          .setProtectedHeader(header)
          .sign(await importJWK(signer, 'RS256')),
      );
    expect(await make((token) => token, foreign)).toMatchObject(invalid);
    expect(await make((token) => token.setAudience('another client'))).toMatchObject(invalid);
    expect(await make((token) => token.setIssuer(honest.issuer))).toMatchObject(invalid);
    expect(await make((token) => token.setExpirationTime('-1 hour'))).toMatchObject(invalid);
    const replayed = await signInWith(async () =>
      signed(new SignJWT(claimsOf('the nonce of another sign-in')))
        .setProtectedHeader(header)
        .sign(await importJWK(key)),
    );
    expect(replayed).toMatchObject(invalid);
  });
});

describe('a callback', () => {
  it('works once: neither its state nor its code can be replayed', async () => {
    const browser = openBrowser(services);
    const callback = await honestCallback(browser);
    expect((await browser.finish(callback)).location).toBe('/signed-in');
    expect(await browser.finish(callback)).toMatchObject(unfinished);
    const { location } = await browser.begin('honest');
    const replayed = new URL(callback);
    replayed.searchParams.set('state', new URL(location).searchParams.get('state') ?? '');
    expect(await browser.finish(replayed.href)).toMatchObject(invalid);
  });

  it('signs nobody in if it arrives in another browser', async () => {
    const [attacker, victim] = [openBrowser(services), openBrowser(services)];
    const callback = await honestCallback(attacker);
    expect(await victim.finish(callback)).toMatchObject(unfinished);
    await victim.begin('honest');
    expect(await victim.finish(callback)).toMatchObject(unfinished);
    expect((await victim.renew()).status).toBe(401);
    expect((await attacker.finish(callback)).location).toBe('/signed-in');
  });

  it('of one provider is not accepted for another', async () => {
    const browser = openBrowser(services);
    const callback = await honestCallback(browser);
    expect(await browser.finish(callback.replace('/oidc/honest/', '/oidc/forged/'))).toMatchObject(
      unfinished,
    );
    const mixed = new URL(callback);
    mixed.searchParams.set('iss', forged.issuer);
    expect(await browser.finish(mixed.href)).toMatchObject(invalid);
  });

  it('never redirects to another site', async () => {
    for (const path of [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example/',
      '/%2fevil.example',
      '/\t/evil.example',
      'javascript:alert(1)',
      '/api/auth/oidc/honest/start',
    ]) {
      const browser = openBrowser(services);
      honest.signsIn(randomUUID(), newClaims());
      expect((await browser.signIn('honest', path)).location).toBe('/signed-in');
    }
  });

  it('is rejected once its attempt has expired, and without an attempt', async () => {
    const browser = openBrowser(services);
    const callback = await honestCallback(browser);
    await client.query("UPDATE provider_attempts SET expires_at = now() - interval '1 second'");
    expect(await browser.finish(callback)).toMatchObject(unfinished);
    expect(await browser.finish('/api/auth/oidc/honest/callback')).toMatchObject(unfinished);
    expect(await browser.finish('/api/auth/oidc/nobody/callback?state=a&code=b')).toMatchObject(unfinished);
    expect(await browser.begin('nobody')).toMatchObject({
      status: 303,
      fragment: { error: 'provider_unknown' },
    });
  });
});

it('beginning many sign-ins stores only those that can still be finished', async () => {
  const count = async () =>
    (await client.query('SELECT FROM provider_attempts WHERE expires_at < now()')).length;
  for (let begun = 0; begun < 6; begun += 1) await openBrowser(services).begin('honest');
  await client.query("UPDATE provider_attempts SET expires_at = now() - interval '1 second'");
  const expired = await count();
  expect(expired).toBeGreaterThanOrEqual(6);
  for (let begun = 0; begun < expired; begun += 1) await openBrowser(services).begin('honest');
  expect(await count()).toBe(0);
});

it('a forged logout token ends no sign-in', async () => {
  const browser = openBrowser(services);
  await browser.finish(await honestCallback(browser));
  const key = await createSigningKey();
  const token = await new SignJWT({
    sub: 'x',
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  })
    .setProtectedHeader({ alg: 'RS256', kid: key.kid ?? '', typ: 'logout+jwt' })
    .setIssuer(honest.issuer)
    .setAudience(CLIENT_ID)
    .setIssuedAt()
    .setExpirationTime('2 minutes')
    .sign(await importJWK(key));
  const send = (body: string) =>
    fetch(`${services.urls.auth}/api/auth/oidc/honest/back-channel-logout`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
  expect((await send(new URLSearchParams({ logout_token: token }).toString())).status).toBe(400);
  expect((await send('logout_token=a')).status).toBe(400);
  expect((await send('')).status).toBe(400);
  expect((await browser.renew()).status).toBe(200);
});
