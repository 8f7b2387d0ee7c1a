import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Attack } from '../attack.ts';
import { telemetryLimit } from '../defenses/gateway-limits.ts';
import { messageLengthLimit } from '../defenses/packages.ts';
import { logSampling } from '../defenses/server.ts';
import { askFrom, sendRepeatedly } from '../target/ask-from.ts';
import { GATEWAY_LIMITS, type Target } from '../target/start-target.ts';

const AT_ONCE = 20;
const ERRORS = 20;
const beaconOf = (message: string, count: number): string =>
  JSON.stringify({
    reports: Array.from({ length: count }, () => ({
      type: 'error',
      app: 'shell',
      page: '/',
      kind: 'error',
      message,
    })),
  });
const send = ({ url }: Target, from: string, body: string) =>
  askFrom(url, from, { method: 'POST', path: '/api/reports', body });

export const telemetryAttacks: Attack[] = [
  {
    name: 'a log flooded by client telemetry',
    defenses: [logSampling],
    attempt: async (target) => {
      const beacons = GATEWAY_LIMITS.telemetry / 4;
      const read = () => readFile(join(target.logFolder, 'gateway.log'), 'utf8');
      const before = (await read()).length;
      await sendRepeatedly(beacons, AT_ONCE, () => send(target, '127.0.34.1', beaconOf('flood', ERRORS)));
      const lines = (await read()).slice(before).match(/"msg":"browser error"/g) ?? [];
      return lines.length > (beacons * ERRORS) / 2;
    },
  },
  {
    name: 'unlimited client telemetry from one address',
    defenses: [telemetryLimit],
    attempt: async (target) => {
      const count = GATEWAY_LIMITS.telemetry * 1.1;
      const statuses = await sendRepeatedly(count, AT_ONCE, () =>
        send(target, '127.0.34.2', beaconOf('more', 1)),
      );
      return statuses.every((status) => status === 204);
    },
  },
  {
    name: 'messages of client telemetry that are slow to clean',
    defenses: [messageLengthLimit],
    attempt: async (target) =>
      (await send(target, '127.0.34.3', beaconOf('@'.repeat(10_000), ERRORS))) === 204,
  },
];
