import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { deviceKeySchema, routesOf, type DeviceKey } from '@qr-attendance/contracts';
import { calculateJwkThumbprint } from 'jose';
import { z } from 'zod';
import { clientAddressOf } from '../src/http/client-address.ts';
import { closeServer, listen } from '../src/http/server.ts';
import { createApp } from '../src/http/app.ts';
import { createLogger } from '@qr-attendance/observability';
import { createDevice } from '@qr-attendance/test-kit';
import { implement } from '../src/http/implement.ts';
import { isSignedByDevice, thumbprintOf } from '../src/identity/device-signature.ts';

const route = routesOf('attendance').post('/signed', {
  summary: 'For a test.',
  access: 'anyone',
  grants: 'reads',
  body: z.object({ key: deviceKeySchema, said: z.string() }),
  answer: z.object({ signed: z.boolean(), address: z.string() }),
});

let url: string;
let stop: () => Promise<void>;
beforeAll(async () => {
  const app = createApp({
    log: createLogger('test', 'silent'),
    authorize: () => undefined,
    ready: {},
    routes: [
      implement(route, ({ request, body }) => ({
        signed: isSignedByDevice(request, body.key),
        address: clientAddressOf(request),
      })),
    ],
  });
  const { server, port } = await listen(app, { host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${port}/signed`;
  stop = () => closeServer(server, 0);
});
afterAll(() => stop());

const send = async (body: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return (await answer.json()) as { signed: boolean; address: string };
};
const bodyOf = (key: DeviceKey, said = 'here') => JSON.stringify({ key, said });

describe("a device's signature of a body", () => {
  const device = createDevice();

  test('is valid for this key and exactly these bytes', async () => {
    const spaced = `  ${bodyOf(device.publicKey, 'Grüße 👋')} `;
    expect(await send(spaced, device.headersFor(spaced))).toMatchObject({ signed: true });
  });

  test('is invalid for another key, for another body, and if it is missing', async () => {
    const body = bodyOf(device.publicKey);
    const others = createDevice().headersFor(body);
    expect(await send(body, others)).toMatchObject({ signed: false });
    expect(await send(bodyOf(device.publicKey, 'there'), device.headersFor(body))).toMatchObject({
      signed: false,
    });
    expect(await send(body)).toMatchObject({ signed: false });
  });

  test('is invalid, without an exception, for malformed signatures and keys outside the curve', async () => {
    const body = bodyOf(device.publicKey);
    expect(await send(body, { 'x-device-signature': '%%%' })).toMatchObject({ signed: false });
    const nowhere = { ...device.publicKey, x: 'A'.repeat(43) };
    const about = bodyOf(nowhere);
    expect(await send(about, device.headersFor(about))).toMatchObject({ signed: false });
  });

  test('uses a key whose RFC 7638 thumbprint equals that of another implementation', async () => {
    expect(thumbprintOf(device.publicKey)).toBe(await calculateJwkThumbprint(device.publicKey, 'sha256'));
  });
});

test('the client address comes from the gateway’s header, or else from the connection', async () => {
  const body = bodyOf(createDevice().publicKey);
  expect(await send(body, { 'x-forwarded-for': '203.0.113.9' })).toMatchObject({ address: '203.0.113.9' });
  expect((await send(body)).address).toContain('127.0.0.1');
});
