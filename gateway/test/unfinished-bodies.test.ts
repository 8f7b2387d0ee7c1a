import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@qr-attendance/test-kit';
import { startGateway, type TestGateway } from './support/gateway.ts';
import { openRaw, type RawConnection } from './support/raw-connection.ts';
import { KNOWS_CLIENTS, tokenOf } from './support/tokens.ts';

let gateway: TestGateway;
let connections: RawConnection[] = [];
afterEach(async () => {
  for (const { socket } of connections) socket.destroy();
  connections = [];
  await gateway.stop();
});
const begin = async (settings: Record<string, string>) => {
  gateway = await startGateway({ ...KNOWS_CLIENTS, ...settings });
};

const ATTACKER = '127.0.0.2';
const headOf = (length: number, more = '') =>
  `POST /api/courses HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n${more}\r\n`;
const send = async (length: number, sent: number, { from = ATTACKER, more = '' } = {}) => {
  const connection = await openRaw(gateway.port, headOf(length, more) + 'x'.repeat(sent), from);
  connections.push(connection);
  return connection;
};
const many = (count: number, open: () => Promise<RawConnection>) =>
  Promise.all(Array.from({ length: count }, open));
const stillOpen = () => connections.filter(({ isOpen }) => isOpen()).length;
const mark = async (body = '{}', headers: Record<string, string> = {}) =>
  (await fetch(`${gateway.url}/api/attendance`, { method: 'POST', body, headers })).status;

describe('a body that does not arrive', () => {
  it('holds no slot, so other requests are served', async () => {
    await begin({ MAX_REQUESTS: '10' });
    await many(50, () => send(1_000, 10));
    for (let n = 0; n < 20; n += 1) expect(await mark()).toBe(200);
    expect(stillOpen()).toBe(50);
  });

  it('gets a 408 if it is too slow, and its connection is closed', async () => {
    await begin({ BODY_GRACE_MS: '500' });
    const slow = await send(100_000, 200);
    await eventually(() => expect(slow.heard()).toMatch(/^HTTP\/1\.1 408 /));
    expect(slow.heard()).toContain('"too_slow"');
    await eventually(() => expect(slow.isOpen()).toBe(false));
  });

  it('is dropped, oldest first, when its address has too many such bodies', async () => {
    await begin({ MAX_BODIES_ADDRESS: '3' });
    const oldest = await send(1_000, 10);
    await many(3, () => send(1_000, 10));
    await eventually(() => expect(oldest.heard()).toMatch(/^HTTP\/1\.1 503 /));
    expect(oldest.heard()).toMatch(/^retry-after: [123]/im);
    expect(await mark()).toBe(200);
    expect(stillOpen()).toBe(3);
  });

  it('is dropped before the body of a signed-in user', async () => {
    await begin({ MAX_BODIES: '4' });
    const person = await send(1_000, 10, { more: `Authorization: Bearer ${tokenOf()}\r\n` });
    await many(8, () => send(1_000, 10));
    await eventually(() => expect(stillOpen()).toBe(4));
    expect(person.isOpen()).toBe(true);
  });

  it('is limited to a few per account', async () => {
    await begin({});
    const more = `Authorization: Bearer ${tokenOf()}\r\n`;
    await many(20, () => send(1_000, 10, { more }));
    await eventually(() => expect(stillOpen()).toBe(16));
  });
});

describe('the memory for bodies', () => {
  const KB = 1_024;

  it('is not exhausted by one address: small bodies, and large bodies from other addresses, are accepted', async () => {
    await begin({ MAX_BODY_MEGABYTES: '4' });
    await many(60, () => send(255 * KB, 250 * KB));
    await eventually(() => expect(stillOpen()).toBeLessThanOrEqual(9));
    for (let n = 0; n < 5; n += 1) {
      expect(await mark()).toBe(200);
      expect(await mark('x'.repeat(200 * KB))).toBe(200);
    }
  });

  it('is freed when clients disconnect', async () => {
    await begin({ MAX_BODY_MEGABYTES: '4' });
    for (let round = 0; round < 3; round += 1) {
      await many(20, () => send(255 * KB, 250 * KB));
      for (const { socket } of connections) socket.destroy();
    }
    const answers = await Promise.all(Array.from({ length: 8 }, () => mark('x'.repeat(200 * KB))));
    expect(new Set(answers)).toEqual(new Set([200]));
  });
});
