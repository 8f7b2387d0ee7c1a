import { afterEach, describe, expect, it } from '@jest/globals';
import { sendHonestRequests, flood } from './support/flood.ts';
import { startUpstream } from './support/upstream.ts';
import { startGatewayProcess, type GatewayProcess } from './support/gateway-process.ts';

const MEMORY_LIMIT = 512;
const FOR_MS = 10_000;
const headOf = (length: number) =>
  `POST /api/attendance HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`;

let gateway: GatewayProcess;
let end = () => {};
afterEach(async () => {
  end();
  await gateway.stop();
});

describe('while one address floods the gateway', () => {
  it.each([
    ['2,050 bodies that never arrive', 2_050, `${headOf(1_000)}{`],
    ['1,900 bodies of 255 kB that stop before their end', 1_900, headOf(255_000) + 'x'.repeat(254_000)],
    ['1,900 bodies of 255 kB', 1_900, headOf(255_000) + 'x'.repeat(255_000)],
    ['3,000 unfinished request heads', 3_000, 'POST /api/attendance HTTP/1.1\r\nHost: a\r\nX-Slow: '],
  ])(
    'answers honest requests from other addresses during %s, with memory below its limit',
    async (_what, count, text) => {
      const attendance = await startUpstream('attendance', (request, response) => {
        request.resume().on('end', () => response.end('{}'));
      });
      gateway = await startGatewayProcess({}, { attendance });
      end = flood(gateway.port, count, Buffer.from(text));
      let most = 0;
      const watch = setInterval(() => void gateway.rss().then((rss) => (most = Math.max(most, rss))), 200);
      const { asked, answered, statuses } = await sendHonestRequests(gateway.port, FOR_MS);
      clearInterval(watch);
      expect({ statuses, enough: answered / asked >= 0.99 }).toEqual({ statuses, enough: true });
      expect(most).toBeLessThan(MEMORY_LIMIT);
    },
  );
});
