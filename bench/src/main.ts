// `npm run bench`: measures the product on this machine, prints tables and writes them as JSON. Absolute
// times vary between machines, so goals are ratios within one run.
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildAll, killAllNow } from '@qr-attendance/stack';
import { chooseByName, startTestInfrastructure } from '@qr-attendance/test-kit';
import type { Findings } from './bench.ts';
import { benches } from './list.ts';
import { formatTable } from './measure/table.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    students: { type: 'string' },
    attack: { type: 'string' },
    release: { type: 'string' },
    short: { type: 'boolean', default: false },
    out: { type: 'string', default: '.data/bench' },
  },
});
const chosen = chooseByName(benches, values.only);

const students = values.students === undefined ? undefined : Number(values.students);
if (students !== undefined && !(Number.isInteger(students) && students > 0))
  throw new Error('--students is a number of people');

const machine = {
  cores: availableParallelism(),
  processor: cpus()[0]?.model ?? 'unknown',
  memoryGB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
};
await mkdir(values.out, { recursive: true });
const keep = (name: string, findings: Findings) =>
  writeFile(
    join(values.out, `${name}.json`),
    `${JSON.stringify({ name, at: new Date().toISOString(), short: values.short, machine, ...findings }, null, 2)}\n`,
  );

console.log(`${machine.cores} cores of ${machine.processor}, ${machine.memoryGB} GB, Node ${machine.node}`);
// An interrupted run leaves no processes.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    killAllNow();
    process.exit(130);
  });
let missed = 0;
await buildAll();
const servers = await startTestInfrastructure({ durable: true });
try {
  for (const { name, about, run } of chosen) {
    console.log(`\n## ${name}: ${about}\n`);
    const findings = await run({
      short: values.short,
      students,
      attack: values.attack,
      release: values.release,
      folder: values.out,
      log: (text) => console.log(`  ${text}`),
    });
    await keep(name, findings);
    console.log(`\n${findings.tables.map(formatTable).join('\n\n')}\n`);
    for (const { goal, found, met } of findings.goals) {
      console.log(`${met ? 'met' : 'MISSED'} ${goal}: ${found}`);
      if (!met) missed++;
    }
  }
} finally {
  await servers.stop();
}
process.exit(missed > 0 && !values.short ? 1 : 0);
