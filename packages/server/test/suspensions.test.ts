import { createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RouteContract } from '@qr-attendance/contracts';
import { z } from 'zod';
import { ACCESS_TOKEN, signToken } from '../src/identity/signed-tokens.ts';
import { closeServer, listen } from '../src/http/server.ts';
import { createApp } from '../src/http/app.ts';
import { createLogger } from '@qr-attendance/observability';
import { eventually } from '@qr-attendance/test-kit';
import { implement } from '../src/http/implement.ts';
import { createAuthorize } from '../src/identity/caller.ts';
import { createSuspensions, type RejectionList, type Suspensions } from '../src/identity/suspensions.ts';

const log = createLogger('test', 'silent');
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const key = { kid: 'test', key: privateKey };
const route: RouteContract = {
  service: 'course',
  method: 'get',
  path: '/mine',
  access: 'signed-in',
  grants: 'reads',
  summary: 'For a test.',
  answer: z.unknown(),
};
const FOREVER = 60;

let list: RejectionList | undefined;
let loadSlowly: (() => Promise<RejectionList>) | undefined;
let suspensions: Suspensions;
let url: string;
let stop: () => Promise<unknown>;
beforeAll(async () => {
  suspensions = createSuspensions({
    log,
    load: () =>
      loadSlowly?.() ?? (list ? Promise.resolve(list) : Promise.reject(new Error('The database is away.'))),
  });
  const publicKeys = new Map([[key.kid, createPublicKey(privateKey)]]);
  const app = createApp({
    log,
    authorize: createAuthorize({ publicKeys, internalTokens: [randomUUID()], suspensions }),
    ready: { suspensions: suspensions.ready },
    routes: [implement(route, () => ({}))],
  });
  const { server, port } = await listen(app, { host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${port}`;
  stop = () => Promise.all([closeServer(server, 0), suspensions.stop()]);
});
afterAll(() => stop());

const tokenOf = (sub: string, more: object = {}) =>
  signToken(
    ACCESS_TOKEN,
    key,
    { sub, userType: 'STUDENT', name: 'Grace', signOuts: 0, gen: 'test', ...more },
    FOREVER,
  );
const ask = async (token: string) => {
  const response = await fetch(`${url}/mine`, { headers: { authorization: `Bearer ${token}` } });
  return response.status;
};
const ready = async () => (await fetch(`${url}/readyz`)).status;

describe('the list of rejected tokens', () => {
  it('is loaded before a service is ready, and all tokens are rejected until then', async () => {
    const someone = tokenOf(randomUUID());
    expect(await ready()).toBe(503);
    expect(await ask(someone)).toBe(503);
    list = { suspended: [], signedOut: [] };
    await eventually(async () => expect(await ready()).toBe(200));
    expect(await ask(someone)).toBe(200);
  });

  it('is kept while it cannot be reloaded', async () => {
    const userId = randomUUID();
    list = { suspended: [userId], signedOut: [] };
    await suspensions.refresh();
    list = undefined;
    await expect(suspensions.refresh()).rejects.toThrow();
    expect(await ready()).toBe(200);
    expect(await ask(tokenOf(userId))).toBe(401);
  });

  it('rejects tokens issued before a sign-out everywhere by comparing sign-out counts', async () => {
    const [userId, other] = [randomUUID(), randomUUID()];
    list = { suspended: [], signedOut: [{ userId, times: 2 }] };
    await suspensions.refresh();
    expect(await ask(tokenOf(userId, { signOuts: 1 }))).toBe(401);
    expect(await ask(tokenOf(userId, { signOuts: 2 }))).toBe(200);
    expect(await ask(tokenOf(other))).toBe(200);
  });

  it('keeps the newer list if an earlier load finishes later', async () => {
    const userId = randomUUID();
    const finishLoad: ((refusals: RejectionList) => void)[] = [];
    loadSlowly = () => new Promise((resolve) => finishLoad.push(resolve));
    const [older, newer] = [suspensions.refresh(), suspensions.refresh()];
    loadSlowly = undefined;
    list = { suspended: [userId], signedOut: [] };
    finishLoad[1]?.(list);
    await newer;
    finishLoad[0]?.({ suspended: [], signedOut: [] });
    await older;
    expect(await ask(tokenOf(userId))).toBe(401);
  });
});
