import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { startGateway, type TestGateway } from './support/gateway.ts';

let gateway: TestGateway | undefined;
afterEach(() => gateway?.stop());

const start = async (settings: Record<string, string>) => {
  const started = await startGateway(settings);
  gateway = started;
  await writeFile(join(started.webApp, 'shell/sw.js'), 'addEventListener("fetch", () => {});');
  const get = async (path: string) => {
    const response = await fetch(started.url + path);
    return { response, text: await response.text() };
  };
  return { worker: await get('/sw.js'), page: await get('/attendance/ABCD2345') };
};

test('the service worker is revalidated on each request and may load scripts only from its own origin', async () => {
  const { worker, page } = await start({});
  expect(worker.text).toContain('fetch');
  expect(worker.response.headers.get('content-type')).toMatch(/^text\/javascript/);
  expect(worker.response.headers.get('cache-control')).toBe('no-cache');
  expect(worker.response.headers.get('content-security-policy')).toContain("connect-src 'self'");
  expect(page.response.headers.get('content-security-policy')).toContain("worker-src 'self'");
  expect(page.text).toContain('<meta name="service-worker" content="on">');
});

test('SERVICE_WORKER=off serves a worker that deletes all caches and unregisters itself', async () => {
  const { worker, page } = await start({ SERVICE_WORKER: 'off' });
  expect(worker.response.headers.get('content-type')).toMatch(/^text\/javascript/);
  expect(worker.response.headers.get('cache-control')).toBe('no-cache');
  expect(worker.text).toContain('registration.unregister()');
  expect(worker.text).not.toContain("'fetch'");
  expect(page.text).toContain('<meta name="service-worker" content="off">');
});
