// `npm run attack` tries every known way to cheat and to break in. Each attack must fail, and must succeed
// with its defenses off; otherwise the test would prove nothing. `--short` skips the second half and the
// attacks in tiers.ts.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCommandLine, parseCommandLine } from '@qr-attendance/server/command-line';
import { buildAll } from '@qr-attendance/stack';
import { chooseByName } from '@qr-attendance/test-kit';
import type { Attack } from './attack.ts';
import { attacks } from './attacks/list.ts';
import { createSwitches } from './defenses/switches.ts';
import { runAttack, type Result } from './run-attack.ts';
import { formatTable, isGood } from './table.ts';
import { startTarget } from './target/start-target.ts';
import { FULL_ONLY } from './tiers.ts';

const program = createCommandLine('npm run attack --', 'Tries every known way of cheating and breaking in.')
  .option('--only <names>', 'these attacks alone, by names or parts of names, separated by commas', (names) =>
    chooseByName(attacks, names),
  )
  .option('--short', 'without the proof that each attack succeeds once its defenses are off', false);
parseCommandLine(program);
const values = program.opts();
const isChosen = ({ name }: Attack) => !values.short || values.only !== undefined || !FULL_ONLY.has(name);
const chosen = (values.only ?? attacks).filter(isChosen);
const undo: (() => Promise<void>)[] = [];

const run = async (): Promise<Result[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'qr-defenses-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const switches = await createSwitches(folder);
  const target = await startTarget(switches);
  undo.push(target.stop);
  const results: Result[] = [];
  for (const attack of chosen) {
    const began = performance.now();
    const result = await runAttack(attack, target, values.short ? undefined : switches);
    results.push(result);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(
      `${isGood(result) ? 'good' : 'BAD'} ${attack.name}${result.error ? `: ${result.error}` : ''} (${seconds} s)`,
    );
  }
  return results;
};

try {
  await buildAll();
  const results = await run();
  console.log(`\n${formatTable(results)}\n`);
  process.exitCode = results.length > 0 && results.every(isGood) ? 0 : 1;
} finally {
  for (const step of undo.reverse()) await step();
}
process.exit();
