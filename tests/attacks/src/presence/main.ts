import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { buildAll } from '@qr-attendance/stack';
import { chooseByName } from '@qr-attendance/test-kit';
import { startTarget, type Target } from '../target/start-target.ts';
import { measureCosts } from './costs.ts';
import { measureTimes } from './times.ts';

const MEASURED: { name: string; measure: (target: Target) => Promise<string> }[] = [
  { name: 'times', measure: measureTimes },
  { name: 'costs', measure: measureCosts },
];

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const chosen = chooseByName(MEASURED, values.only);
await buildAll();
const target = await startTarget(
  { env: {}, switchOff: async () => {} },
  // Tokens outlast the measurement.
  { gateway: {}, session: {}, auth: { METRICS_PORT: '0', ACCESS_TOKEN_MINUTES: '60' } },
);
try {
  console.log('ready');
  for (const { measure } of chosen) console.log(`\n${await measure(target)}\n`);
  console.log(
    `load average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
  );
} finally {
  await target.stop();
}
process.exit();
