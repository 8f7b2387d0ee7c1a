import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { createSignInOptionsReader } from '../../src/gateway/sign-in-options.ts';

const campus = { _id: 'campus', name: 'Example University', startUrl: 'https://attend.example.edu/start' };

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const serve = async (listener: RequestListener) => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
};
const reads =
  (policy: object, list: unknown = [campus]): RequestListener =>
  ({ url }, response) =>
    response.end(JSON.stringify(url === '/api/auth/providers' ? list : policy));
const policy = { teacherRegistration: 'open', passwordSignIn: 'behind-link', emailFolder: '.data/mails' };
const options = { providers: [campus], passwords: 'behind-link', emailFolder: '.data/mails' };

test('Pages share one request for the ways to sign in', async () => {
  const { url, requests } = await serve(reads(policy));
  const read = createSignInOptionsReader(url);
  expect(await Promise.all([read(), read()])).toEqual([options, options]);
  expect(await read()).toEqual(options);
  expect(requests.toSorted()).toEqual(['/api/auth/providers', '/api/auth/registration']);
});

test('The password field is shown if the auth service is of the previous release', async () => {
  const { url } = await serve(reads({ teacherRegistration: 'open' }));
  expect(await createSignInOptionsReader(url)()).toEqual({ providers: [campus], passwords: 'shown' });
});

test('A page is sent without the providers if the auth service does not answer', async () => {
  const { url } = await serve(() => undefined);
  expect(await createSignInOptionsReader(url)()).toEqual({ providers: [], passwords: 'shown' });
});

test.each<[string, RequestListener]>([
  ['an error', (_request, response) => response.writeHead(503).end()],
  ['something else', reads(policy, { providers: 'none' })],
])('The last ways to sign in stay while the auth service answers with %s', async (_what, listener) => {
  let current = reads(policy);
  const { url, requests } = await serve((request, response) => current(request, response));
  const read = createSignInOptionsReader(url, 0);
  expect(await read()).toEqual(options);
  current = listener;
  // The reader returns the previous options while it reads them again.
  for (let count = 0; count < 3; count += 1) expect(await read()).toEqual(options);
  expect(requests.length).toBeGreaterThan(1);
});
