import { createHmac, randomUUID } from 'node:crypto';
import type { Attack } from '../attack.ts';
import {
  addressFindsNobody,
  asymmetric,
  ownBrowser,
  ownIssuer,
  ownPaths,
  ownProvider,
  ownSecrets,
  usedOnce,
} from '../defenses/providers.ts';
import { readUnverified } from '../defenses/packages.ts';
import { newClaims, publishKey, signInByForged, withProviders } from '../target/providers.ts';
import type { Target } from '../target/start-target.ts';

const EVIL = '//evil.example/';

const withState = (callback: string, state: string | null): string => {
  const url = new URL(callback);
  url.searchParams.set('state', state ?? '');
  return url.href;
};
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs in as somebody else by a token whose signature needs no private key. */
const forgeToken = (
  target: Target,
  alg: 'none' | 'HS256',
  sign: (signed: string, published: object) => string,
): Promise<boolean> =>
  withProviders(target, async (providers) => {
    const { open, signedInAs } = providers;
    const key = await publishKey(providers);
    const claims = { sub: randomUUID(), ...newClaims() };
    const [victim, attacker] = [open(), open()];
    await signInByForged(providers, victim, (nonce) => key.sign({ ...claims, ...nonce }));
    const victimId = await signedInAs(victim);
    await signInByForged(providers, attacker, async (nonce) => {
      const payload = readUnverified(await key.sign({ ...claims, ...nonce })) as object;
      const signed = `${encode({ alg, kid: key.published.kid })}.${encode(payload)}`;
      return `${signed}.${sign(signed, key.published)}`;
    });
    if (victimId === undefined) throw new Error('the victim could not sign in');
    return (await signedInAs(attacker)) === victimId;
  });

export const providerAttacks: Attack[] = [
  {
    name: 'an account taken over by a sign-in at a provider that states its email address',
    defenses: [addressFindsNobody],
    attempt: (target) =>
      withProviders(target, async ({ honest, open, signedInAs }) => {
        const victim = await target.student();
        const attacker = open();
        honest.signsIn(randomUUID(), { ...newClaims(), email: victim.email, email_verified: true });
        await attacker.signIn(honest.id);
        return (await signedInAs(attacker)) === victim.id;
      }),
  },
  {
    name: 'the code of one provider sent to another, where the sign-in began (mix-up)',
    defenses: [ownProvider, ownIssuer],
    attempt: (target) =>
      withProviders(target, async ({ honest, forged, open }) => {
        const victim = open();
        honest.signsIn(randomUUID(), newClaims());
        const { location } = await victim.begin(forged.id);
        // The attacker's provider redirects to the institution's, as if the sign-in had begun there.
        const mixed = new URL(location.replace(forged.issuer, honest.issuer));
        mixed.pathname = '/auth';
        mixed.searchParams.set('redirect_uri', honest.redirectUri);
        const callback = await victim.goToProvider(mixed.href);
        await victim.finish(callback);
        const code = new URL(callback).searchParams.get('code');
        return forged.tokenRequests.some((request) => request.get('code') === code);
      }),
  },
  {
    name: 'a finished sign-in at a provider opened again from the history of a shared computer (state replay)',
    defenses: [usedOnce],
    attempt: (target) =>
      withProviders(target, async (providers) => {
        const { open, signedInAs } = providers;
        const { sign } = await publishKey(providers);
        const shared = open();
        const claims = { sub: randomUUID(), ...newClaims() };
        const callback = await signInByForged(providers, shared, (nonce) => sign({ ...claims, ...nonce }));
        await shared.signOut();
        await shared.finish(callback);
        return (await signedInAs(shared)) !== undefined;
      }),
  },
  {
    name: 'another person’s code of a provider used in one’s own sign-in (code injection)',
    defenses: [ownSecrets],
    attempt: (target) =>
      withProviders(target, async ({ honest, open, signedInAs, callbackOf }) => {
        const [victim, attacker] = [open(), open()];
        honest.signsIn(randomUUID(), newClaims());
        await victim.signIn(honest.id);
        const victimId = await signedInAs(victim);
        const stolen = await callbackOf(victim);
        const { location } = await attacker.begin(honest.id);
        await attacker.finish(withState(stolen, new URL(location).searchParams.get('state')));
        if (victimId === undefined) throw new Error('the victim could not sign in');
        return (await signedInAs(attacker)) === victimId;
      }),
  },
  {
    name: 'a browser signed in to an attacker’s account by the attacker’s callback (login CSRF)',
    defenses: [ownBrowser],
    attempt: (target) =>
      withProviders(target, async ({ honest, open, signedInAs, callbackOf }) => {
        const [victim, attacker] = [open(), open()];
        honest.signsIn(randomUUID(), newClaims());
        const callback = await callbackOf(attacker);
        await victim.begin(honest.id);
        await victim.finish(callback);
        return (await signedInAs(victim)) !== undefined;
      }),
  },
  {
    name: 'a browser led to another site after it signed in at a provider (open redirect)',
    defenses: [ownPaths],
    attempt: (target) =>
      withProviders(target, async ({ honest, open }) => {
        const browser = open();
        honest.signsIn(randomUUID(), newClaims());
        await browser.signIn(honest.id);
        const { token } = await browser.renew();
        const body = { provider: honest.id, returnTo: EVIL };
        const { location } = await browser.goOn(token, '/api/auth/identities/proof', body);
        return new URL(location, target.url).origin !== new URL(target.url).origin;
      }),
  },
  {
    name: 'an ID token without a signature (alg: none)',
    defenses: [...asymmetric],
    attempt: (target) => forgeToken(target, 'none', () => ''),
  },
  {
    name: 'an ID token signed with the provider’s public key as a shared secret (key confusion)',
    defenses: [...asymmetric],
    attempt: (target) =>
      forgeToken(target, 'HS256', (signed, published) =>
        createHmac('sha256', JSON.stringify(published)).update(signed).digest('base64url'),
      ),
  },
];
