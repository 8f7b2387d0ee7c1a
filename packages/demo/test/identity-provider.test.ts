import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import { createCall, IDENTITY_PROVIDER_FILE, type System } from '@qr-attendance/stack';
import { startTestSystem } from '@qr-attendance/test-kit';
import {
  openIdentityProvider,
  retireIdentityProvider,
} from '../src/identity-provider/open-identity-provider.ts';
import { createPeople } from '../src/people.ts';
import { openBrowser, type Page } from './support/browser.ts';

let system: System;
let call: ReturnType<typeof createCall>;
const { teachers, students } = createPeople();
const forms = [...teachers.slice(0, 1), ...students.slice(0, 1).map(({ form }) => form)];
beforeAll(async () => {
  system = await startTestSystem();
  call = createCall(system.url, system.ask);
  for (const body of forms) await call(routes.auth.register, { body });
});
afterAll(() => system.stop());

const buttonsOf = ({ text }: Page): string[] =>
  [...text.matchAll(/value="([^"]*)"/g)].map(([, value = '']) => value);
const startUrl = async (): Promise<string | undefined> =>
  (await call(routes.auth.listSignInProviders, {}))[0]?.startUrl;
const signInAs = async (person: string): Promise<string> => {
  const browser = openBrowser();
  const choice = await browser.visit((await startUrl()) ?? '');
  expect(buttonsOf(choice)).toContain(person);
  const body = new URLSearchParams({ person });
  const { url } = await browser.visit(choice.url, { method: 'POST', body });
  expect(url.pathname).toBe('/signed-in');
  const headers = { 'x-requested-with': 'qr-attendance' };
  const renewed = await browser.visit(`${system.url}/api/auth/refresh`, { method: 'POST', headers });
  const { token } = JSON.parse(renewed.text) as { token: string };
  return (await call(routes.auth.getMe, { token })).user.email;
};
const [teacher, student] = ['EMP-101', '1QR24CS001'];

it('a visitor chooses a person at the identity provider, and is signed in', async () => {
  const stop = await openIdentityProvider(system, { origin: system.url });
  try {
    expect(await signInAs(teacher)).toBe(forms[0]?.email);
    expect(await signInAs(student)).toBe(forms[1]?.email);
  } finally {
    await stop();
  }
});

it('a restarted provider keeps its secret and its people at another port, and leaves with the demo', async () => {
  const read = async () =>
    JSON.parse(await readFile(join(system.dataDir, IDENTITY_PROVIDER_FILE), 'utf8')) as {
      port: number;
      clientSecret: string;
    };
  const before = await read();
  const other = createServer().listen(before.port, '127.0.0.1');
  await once(other, 'listening');
  const stop = await openIdentityProvider(system, { origin: system.url });
  try {
    const after = await read();
    expect(after.clientSecret).toBe(before.clientSecret);
    expect(after.port).not.toBe(before.port);
    expect(await signInAs(teacher)).toBe(forms[0]?.email);
  } finally {
    await stop();
    other.close();
  }
  await retireIdentityProvider(system);
  expect(await startUrl()).toBeUndefined();
});
