import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { chooseFaults } from '../src/faults/list.ts';

const MAIN = join(import.meta.dirname, '../src/main.ts');
const namesOf = (only: string) =>
  chooseFaults({ short: false, only, diskFolder: undefined }).map(({ name }) => name);

it('--only accepts a list of faults', () => {
  expect(namesOf('broker,rolling restart')).toEqual([
    'kill -9 of the broker',
    'rolling restart of everything',
  ]);
});

it('every fault can be selected by its full name, and then runs alone', () => {
  const all = chooseFaults({ short: false, only: undefined, diskFolder: undefined });
  for (const { name } of all) expect(namesOf(name)).toEqual([name]);
});

it('npm run faults fails for an unknown fault, lists the known faults and starts nothing', () => {
  const run = spawnSync(process.execPath, [MAIN, '--only', 'broker,brocer'], { encoding: 'utf8' });
  expect(run.status).toBe(2);
  expect(run.stderr).toMatch(/^Nothing is called “brocer”\. There is:\n {2}kill -9/);
  expect(run.stdout).toBe('');
});
