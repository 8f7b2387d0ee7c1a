import { randomUUID } from 'node:crypto';
import type { ProviderSecondFactor } from '@qr-attendance/contracts';
import { importJWK, SignJWT } from 'jose';
import {
  CLIENT_ID,
  createSigningKey,
  type ForgedProvider,
  type IdentityProvider,
  publicPartOf,
  startForgedProvider,
  startIdentityProvider,
} from '../../../../services/auth/test/support/identity-provider.ts';
import {
  type Browser,
  changeProvider,
  openBrowser,
  setUpProvider,
} from '../../../../services/auth/test/support/provider-browser.ts';
import { createAdmin } from './create-admin.ts';
import type { Target } from './start-target.ts';

const newId = (name: string): string => `${name}-${randomUUID().slice(0, 8)}`;

export const newClaims = () => {
  const key = randomUUID();
  return { institution_id: key, name: 'Nora New', email: `${key}@campus.example` };
};

/** A provider of the institution, and one that returns any token and may belong to an attacker. */
export interface Providers {
  honest: IdentityProvider & { id: string; redirectUri: string };
  forged: ForgedProvider & { id: string };
  /** Declares what the forged provider states about second factors. */
  declareForged: (secondFactor: ProviderSecondFactor) => Promise<void>;
  open: () => Browser;
  /** The id of the person who is signed in, if anybody is. */
  signedInAs: (browser: Browser) => Promise<string | undefined>;
  /** Starts a sign-in at the provider, and returns the callback URL without requesting it. */
  callbackOf: (browser: Browser) => Promise<string>;
}

export const withProviders = async <T>(
  target: Target,
  work: (providers: Providers) => Promise<T>,
): Promise<T> => {
  const { system, call, url } = target;
  const [honest, forged] = await Promise.all([startIdentityProvider(), startForgedProvider()]);
  const { token } = await createAdmin(system, target);
  const sender = { send: call };
  const ids = { honest: newId('honest'), forged: newId('forged') };
  try {
    const settings = { unknownPeople: 'create' } as const;
    const addresses = await setUpProvider(sender, token, {
      ...settings,
      _id: ids.honest,
      issuer: honest.issuer,
    });
    await setUpProvider(sender, token, { ...settings, _id: ids.forged, issuer: forged.issuer });
    await honest.open(addresses);
    return await work({
      honest: { ...honest, id: ids.honest, redirectUri: addresses.redirectUri },
      forged: { ...forged, id: ids.forged },
      declareForged: async (secondFactor) => {
        const { status } = await changeProvider(sender, token, ids.forged, { secondFactor });
        if (status !== 200) throw new Error(`the provider could not be changed: ${status}`);
      },
      open: () => openBrowser({ publicOrigins: system.publicOrigins, urls: { auth: url } }),
      signedInAs: async (browser) => {
        const renewed = await browser.renew();
        if (renewed.status !== 200) return undefined;
        const path = '/api/auth/me';
        return (await call<{ user: { _id: string } }>('GET', path, { token: renewed.token })).body.user._id;
      },
      callbackOf: async (browser) => browser.goToProvider((await browser.begin(ids.honest)).location),
    });
  } finally {
    // The sign-in page of later attacks shows no providers.
    for (const id of Object.values(ids)) await changeProvider(sender, token, id, { active: false });
    await Promise.all([honest.stop(), forged.stop()]);
  }
};

type Sign = (claims: { nonce: string }) => Promise<string>;

/**
 * Returns from the forged provider, which states the claims in a token of `sign`.
 * @param url the provider's URL to which the browser was redirected
 * @returns the URL of the callback
 */
export const finishByForged = async (
  { forged }: Providers,
  browser: Browser,
  url: string,
  sign: Sign,
): Promise<string> => {
  forged.issues((nonce) => sign({ nonce }));
  const parameters = new URL(url).searchParams;
  forged.expects(parameters.get('nonce') ?? '');
  const callback = new URL(parameters.get('redirect_uri') ?? '');
  const query = { code: 'a code', state: parameters.get('state') ?? '', iss: forged.issuer };
  callback.search = new URLSearchParams(query).toString();
  await browser.finish(callback.href);
  return callback.href;
};

export const signInByForged = async (providers: Providers, browser: Browser, sign: Sign): Promise<string> =>
  finishByForged(providers, browser, (await browser.begin(providers.forged.id)).location, sign);

/** Publishes a key of the forged provider, and signs with it. */
export const publishKey = async ({ forged }: Providers) => {
  const key = await createSigningKey();
  const published = publicPartOf(key);
  forged.publish(published);
  const privateKey = await importJWK(key);
  return {
    published,
    sign: (claims: Record<string, unknown>): Promise<string> =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: key.kid ?? '' })
        .setIssuer(forged.issuer)
        .setAudience(CLIENT_ID)
        .setIssuedAt()
        .setExpirationTime('5 minutes')
        .sign(privateKey),
  };
};
