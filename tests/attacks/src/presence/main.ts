import { loadavg } from 'node:os';
import { createCommandLine, parseCommandLine } from '@qr-attendance/server/command-line';
import { buildAll } from '@qr-attendance/stack';
import { chooseByName } from '@qr-attendance/test-kit';
import { startTarget, type Target } from '../target/start-target.ts';
import { measureCosts } from './costs.ts';
import { measureTimes } from './times.ts';

const MEASURED: { name: string; measure: (target: Target) => Promise<string> }[] = [
  { name: 'times', measure: measureTimes },
  { name: 'costs', measure: measureCosts },
];

const program = createCommandLine(
  'node tests/attacks/src/presence/main.ts',
  'Measures how soon helpers in the room can send codes out, and what a script needs.',
).option('--only <names>', `some of ${MEASURED.map(({ name }) => name).join(', ')}`, (names) =>
  chooseByName(MEASURED, names),
);
parseCommandLine(program);
const chosen = program.opts().only ?? MEASURED;
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
