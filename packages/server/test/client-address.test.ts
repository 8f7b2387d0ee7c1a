import { expect, it } from '@jest/globals';
import express from 'express';
import {
  addressKeyOf,
  clientAddressOf,
  gatewayTokenOf,
  GATEWAY_TOKEN_HEADER,
  trustGatewayOnly,
} from '../src/http/client-address.ts';
import { closeServer, listen } from '../src/http/server.ts';

it('trusts X-Forwarded-For only from the gateway', async () => {
  const [present, next] = ['the internal token of today', 'the internal token of tomorrow'];
  const app = express();
  trustGatewayOnly(app, [present, next].map(gatewayTokenOf));
  app.get('/', (request, response) => void response.send(clientAddressOf(request)));
  const { server, port } = await listen(app, { host: '127.0.0.1', port: 0 });
  try {
    const addressFor = async (headers: Record<string, string>): Promise<string> =>
      (
        await fetch(`http://127.0.0.1:${port}/`, {
          headers: { 'x-forwarded-for': '203.0.113.7', ...headers },
        })
      ).text();
    for (const token of [present, next])
      expect(await addressFor({ [GATEWAY_TOKEN_HEADER]: gatewayTokenOf(token) })).toBe('203.0.113.7');
    for (const token of [present, gatewayTokenOf('another'), ''])
      expect(await addressFor({ [GATEWAY_TOKEN_HEADER]: token })).toBe('127.0.0.1');
    expect(await addressFor({})).toBe('127.0.0.1');
  } finally {
    await closeServer(server, 0);
  }
});

it('treats all addresses of an IPv6 /64 as one', () => {
  const key = addressKeyOf('2001:db8:1:2::1');
  expect(addressKeyOf('2001:DB8:1:2:ffff:ffff:ffff:ffff')).toBe(key);
  expect(addressKeyOf('2001:db8:1:3::1')).not.toBe(key);
});

it('treats both notations of an IPv4 address as one', () => {
  expect(addressKeyOf('::ffff:192.0.2.7')).toBe(addressKeyOf('192.0.2.7'));
  expect(addressKeyOf('::ffff:192.0.2.8')).not.toBe(addressKeyOf('192.0.2.7'));
});

it('uses an invalid address as its own key', () => {
  expect(addressKeyOf('')).toBe('');
});
