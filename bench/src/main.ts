// `npm run bench`: measures the product on this machine, prints tables and writes them as JSON. Absolute
// times vary between machines, so goals are ratios within one run.
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { createCommandLine, parseCommandLine, parseWholeNumber } from '@qr-attendance/server/command-line';
import { buildAll, killAllProcesses } from '@qr-attendance/stack';
import { chooseByName, startTestInfrastructure } from '@qr-attendance/test-kit';
import type { Findings } from './bench.ts';
import { benches } from './list.ts';
import { attackNames } from './morning/attacks.ts';
import { formatTable } from './measure/table.ts';

const attacksOfMornings = attackNames.map((name) => ({ name }));
const program = createCommandLine('npm run bench --', 'Measures the product on this machine.')
  .option('--only <names>', 'these benches alone, by names or parts of names, separated by commas', (names) =>
    chooseByName(benches, names),
  )
  .option('--students <number>', 'students of a hall, where a bench has one', parseWholeNumber(1))
  .option(
    '--attack <name>',
    'the attack during a morning, where a bench has one; none for no attack',
    (name) => {
      if (name !== 'none') chooseByName(attacksOfMornings, name);
      return name;
    },
  )
  .option('--release <commit>', 'the release to compare with, where a bench does')
  .option('--short', 'fewer and smaller measurements; missed goals do not fail', false)
  .option('--out <folder>', 'folder of the results', '.data/bench')
  .addHelpText('after', `\nBenches:\n${benches.map(({ name, about }) => `  ${name}: ${about}`).join('\n')}`);
parseCommandLine(program);
const values = program.opts();
const chosen = values.only ?? benches;

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
// Ends the child processes when the run is interrupted.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    killAllProcesses();
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
      students: values.students,
      attack: values.attack,
      release: values.release,
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
