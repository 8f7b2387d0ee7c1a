import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createMetrics } from '@qr-attendance/observability';
import type { Provider } from '../src/core/identities/rules/provider.ts';
import { createProviderClients, type ProviderClients } from '../src/features/oidc/provider-clients.ts';
import { createProviderFetch } from '../src/features/oidc/provider-fetch.ts';
import { startForgedProvider, type ForgedProvider } from './support/identity-provider.ts';

const HALL = 300;

let forged: ForgedProvider;
let provider: Provider;
beforeEach(async () => {
  forged = await startForgedProvider();
  provider = {
    id: 'campus',
    kind: 'oidc',
    name: 'Example University',
    issuer: forged.issuer,
    clientId: 'attendance',
    clientSecret: null,
    scopes: 'openid',
    claims: { institutionId: 'sub', name: 'name', email: 'email', role: null },
    roleValues: { staff: [], student: [] },
    unknownPeople: 'refuse',
    secondFactor: 'not_stated',
    active: true,
    version: 1,
    createdAt: new Date(),
  };
});
afterEach(() => forged.stop());

const createClients = (maxWaitMs?: number): ProviderClients =>
  createProviderClients({
    secrets: { open: (secret) => secret },
    fetch: createProviderFetch({ allowHttp: true }),
    metrics: createMetrics('test'),
    ...(maxWaitMs !== undefined && { maxWaitMs }),
  });

it('a hall signs in although the provider is asked for few people at once', async () => {
  const clients = createClients();
  let [running, most] = [0, 0];
  const exchange = async (): Promise<string> => {
    running += 1;
    most = Math.max(most, running);
    await nextTurn();
    running -= 1;
    return 'signed in';
  };
  const done = await Promise.all(Array.from({ length: HALL }, () => clients.use(provider, exchange)));
  expect(done).toEqual(Array<string>(HALL).fill('signed in'));
  expect(most).toBeLessThan(HALL);
  clients.close();
});

it('people whose turn does not come in time get an error that says why, and logouts need no turn', async () => {
  const clients = createClients(1);
  const { promise: answer, resolve } = Promise.withResolvers<string>();
  const all = Array.from({ length: HALL }, () =>
    clients.use(provider, () => answer).catch((error: unknown) => (error as { code: string }).code),
  );
  expect(await all.at(-1)).toBe('provider_busy');
  const logout = () => Promise.resolve('signed out');
  expect(await clients.use(provider, logout, { waits: false })).toBe('signed out');
  resolve('signed in');
  const outcomes = new Set(await Promise.all(all));
  expect(outcomes).toEqual(new Set(['signed in', 'provider_busy']));
  clients.close();
});
