import { createHash } from 'node:crypto';
import { defense, defenseWithin } from './defense.ts';
import { readUnverified } from './packages.ts';

const attempts = () => import('../../../../services/auth/src/features/oidc/attempts.ts');
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

export const addressFindsNobody = defense(
  'an email address that a provider states finds nobody',
  () => import('../../../../services/auth/src/core/identities/find-people.ts'),
  'findPeople',
  async (original, transaction, subject, stated, erasedIds) => {
    const found = await original(transaction, subject, stated, erasedIds);
    const { toPerson, withDetails } =
      await import('../../../../services/auth/src/core/people/person-rows.ts');
    const row = await transaction.user.findFirst({
      where: { email: stated.email ?? '' },
      include: withDetails,
    });
    return { ...found, linked: found.linked ?? (row ? toPerson(row) : undefined) };
  },
);
export const ownProvider = defenseWithin(
  'an attempt is finished at the provider where it began',
  attempts,
  'createAttempts',
  (create, isOff) => (database, key) => {
    const created = create(database, key);
    return {
      ...created,
      take: async (providerId, state, ...given) => {
        const where = { hash: hashOf(state) };
        const row = isOff() ? await database.providerAttempt.findFirst({ where }) : null;
        return created.take(row?.providerId ?? providerId, state, ...given);
      },
    };
  },
);
export const ownIssuer = defense(
  'the issuer in a provider’s response is compared',
  () => import('../../../../services/auth/src/features/oidc/exchange.ts'),
  'exchangeCode',
  (original, provider, currentUrl, ...given) => {
    currentUrl.searchParams.set('iss', provider.issuer);
    return original(provider, currentUrl, ...given);
  },
);
export const usedOnce = defenseWithin(
  'an attempt at a provider is used once',
  attempts,
  'createAttempts',
  (create, isOff) => (database, key) => {
    const created = create(database, key);
    return {
      ...created,
      take: async (providerId, state, ...given) => {
        const where = { hash: hashOf(state) };
        const row = isOff() ? await database.providerAttempt.findFirst({ where }) : null;
        const taken = await created.take(providerId, state, ...given);
        if (row && taken) await database.providerAttempt.create({ data: row });
        return taken;
      },
    };
  },
);
const SAME = { nonce: 'same', codeVerifier: 'same'.repeat(11) };
export const ownSecrets = defenseWithin(
  'each attempt at a provider has its own nonce and code verifier',
  attempts,
  'createAttempts',
  (create, isOff) => (database, key) => {
    const created = create(database, key);
    const change = <Begun extends { secrets: object }>(begun: Begun): Begun =>
      isOff() ? { ...begun, secrets: { ...begun.secrets, ...SAME } } : begun;
    return {
      begin: async (...given) => change(await created.begin(...given)),
      take: async (...given) => {
        const taken = await created.take(...given);
        return taken && change(taken);
      },
    };
  },
);
export const ownBrowser = defenseWithin(
  'an attempt at a provider is finished in the browser where it began',
  attempts,
  'createAttempts',
  (create, isOff) => (database, key) => {
    const created = create(database, key);
    const browsers = new Map<string, string>();
    return {
      begin: async (...given) => {
        const begun = await created.begin(...given);
        browsers.set(begun.secrets.state, begun.browser);
        return begun;
      },
      take: (providerId, state, browser, ...given) =>
        created.take(providerId, state, (isOff() && browsers.get(state)) || browser, ...given),
    };
  },
);
export const ownPaths = defense(
  'a sign-in at a provider returns to a path of this product',
  () => import('../../../../services/auth/src/features/oidc/rules/return-path.ts'),
  'readReturnPath',
  (_original, text) => text,
);
const ASYMMETRIC = 'a provider signs with an asymmetric algorithm and a published key';
const algorithm = defense(
  ASYMMETRIC,
  () => import('../../../../services/auth/src/features/oidc/rules/accepted-algorithms.ts'),
  'acceptedAlgorithms',
  (_original, offered = []) => [...offered],
);
const signature = defense(
  ASYMMETRIC,
  () => import('../../../../services/auth/src/features/oidc/verify-token.ts'),
  'verifyToken',
  async (_original, _client, token) => readUnverified(token) as Awaited<ReturnType<typeof _original>>,
);
export const asymmetric = [algorithm, signature];
