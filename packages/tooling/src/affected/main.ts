import { execa } from 'execa';
import { affectedBy } from './affected-by.ts';

// The workspaces whose images a change touches, a line each: node packages/tooling/src/affected/main.ts origin/main
const [base = ''] = process.argv.slice(2);
if (base === '' || base.startsWith('-')) {
  console.error('Say since when: node packages/tooling/src/affected/main.ts <commit, branch or tag>');
  process.exit(2);
}
// What HEAD has changed since it left the base; a file that moved counts at both places.
const { stdout, stderr, exitCode } = await execa(
  'git',
  ['diff', '--name-only', '--no-renames', '-z', `${base}...HEAD`],
  { reject: false },
);
if (exitCode !== 0) {
  console.error(`git can't compare with ${base}: ${stderr}`);
  process.exit(1);
}
for (const name of affectedBy(stdout.split('\0').filter((file) => file !== ''))) console.log(name);
