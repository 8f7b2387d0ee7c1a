import { affectedBy } from './affected-by.ts';
import { changedSince } from './changed-files.ts';

// Prints the workspaces whose images a change affects: node packages/tooling/src/affected/main.ts origin/main
const [base = ''] = process.argv.slice(2);
if (base === '' || base.startsWith('-')) {
  console.error('Usage: node packages/tooling/src/affected/main.ts <commit, branch or tag>');
  process.exit(2);
}
try {
  for (const name of affectedBy(await changedSince(base))) console.log(name);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
