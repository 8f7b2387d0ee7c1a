import { expect, it } from '@jest/globals';
import { type Ledger, listRuns, ONLY_FILES, state, statesSame, undo, withdraw } from '../src/index.ts';

const line = (run: string, room: string, oldestRun?: string) => ({
  source: 'files',
  run,
  oldestRun,
  values: { room },
});
const runsOf = (ledger: Ledger | undefined) => ledger?.entries.map(({ runs }) => runs);
const stateAll = (...lines: ReturnType<typeof line>[]): Ledger => {
  let ledger: Ledger | undefined;
  let world: { room: string } | undefined;
  for (const one of lines) {
    ({ ledger } = state(ledger, one, world, ONLY_FILES));
    world = one.values;
  }
  return ledger as Ledger;
};

it('a ledger keeps one of the imports that can no longer be undone, so later imports can be undone (rule 6)', () => {
  const ledger = stateAll(line('r1', 'A'), line('r2', 'A'), line('r3', 'A'), line('r4', 'A', 'r3'));
  expect(runsOf(ledger)).toEqual([['r2', 'r3', 'r4']]);
  const withoutThird = undo(ledger, 'r3', { room: 'A' }, ONLY_FILES).ledger;
  const left = undo(withoutThird, 'r4', { room: 'A' }, ONLY_FILES);
  expect([runsOf(left.ledger), left.effect.existence]).toEqual([[['r2']], 'none']);
});

it('a ledger keeps one old import for a withdrawal that later files repeat', () => {
  const withdrawn = ['r2', 'r3'].reduce(
    (ledger, run) => withdraw(ledger, { source: 'files', run }, undefined, ONLY_FILES).ledger,
    stateAll(line('r1', 'A')),
  );
  const { ledger } = withdraw(
    withdrawn,
    { source: 'files', run: 'r5', oldestRun: 'r4' },
    undefined,
    ONLY_FILES,
  );
  expect(runsOf(ledger)).toEqual([['r1'], ['r3', 'r5']]);
});

it('imports that repeated a statement are added to that statement, even after a later statement', () => {
  const before = stateAll(line('r1', 'A'));
  const after = state(before, line('r4', 'B'), { room: 'A' }, ONLY_FILES).ledger;
  const restated = ['r2', 'r3', 'r1'].map((run) => ({ run, source: 'files' }));
  expect(runsOf(listRuns(after, before, restated))).toEqual([['r1', 'r2', 'r3'], ['r4']]);
  expect(statesSame(before, listRuns(before, before, restated))).toBe(true);
  expect(statesSame(before, after)).toBe(false);
});
