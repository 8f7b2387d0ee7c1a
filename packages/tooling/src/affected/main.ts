import { createCommandLine, parseCommandLine } from '@qr-attendance/server/command-line';
import { affectedBy } from './affected-by.ts';
import { changedFilesSince } from './changed-files.ts';

const program = createCommandLine(
  'node packages/tooling/src/affected/main.ts',
  'Prints the workspaces whose images a change affects.',
).argument('<commit>', 'changed since this commit, branch or tag');
parseCommandLine(program);
const [base] = program.processedArgs;

try {
  for (const name of affectedBy(await changedFilesSince(base))) console.log(name);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
