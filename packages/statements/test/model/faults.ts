import { isDeepStrictEqual } from 'node:util';
import * as statements from '../../src/index.ts';
import { effectiveValues, type Effect } from '../../src/index.ts';
import type { Rules } from './simulate.ts';

const { compare, refuse, state, undo, withdraw } = statements;
const NO_EFFECT: Effect = { existence: 'none', set: {}, kept: [] };

/** Variants of the rules with one fault each, named after the rule that they break. */
export const faults: Record<string, Partial<Rules>> = {
  'rule 1: a changed value revives what people removed': {
    state: (ledger, line, world, ranking) => {
      const step = state(ledger, line, world, ranking);
      const isChanged = compare(ledger, line, world, ranking).outcome === 'changed';
      return !world && isChanged
        ? {
            ...step,
            effect: { ...NO_EFFECT, existence: 'restate', set: effectiveValues(step.ledger, ranking) },
          }
        : step;
    },
  },
  'rule 1: a line after a withdrawal does not revive': {
    state: (ledger, line, world, ranking) => {
      const step = state(ledger, line, world, ranking);
      return step.effect.existence === 'restate' ? { ...step, effect: NO_EFFECT } : step;
    },
  },
  'rules 1 and 2: an unchanged line is applied again': {
    state: (ledger, line, world, ranking) => {
      const step = state(ledger, line, world, ranking);
      const isUnchanged = compare(ledger, line, world, ranking).outcome === 'unchanged';
      return isUnchanged ? { ...step, effect: { ...NO_EFFECT, set: line.values } } : step;
    },
  },
  'rule 2: a local change survives a changed line': {
    state: (ledger, line, world, ranking) => {
      const { changes } = compare(ledger, line, world, ranking);
      const step = state(ledger, line, world, ranking);
      const set = Object.entries(step.effect.set).filter(
        ([field]) => !changes.some((change) => change.field === field && change.overrides),
      );
      return { ...step, effect: { ...step.effect, set: Object.fromEntries(set) } };
    },
  },
  'rule 2: a preview does not say what it overrides': {
    compare: (...input) => {
      const { outcome, changes } = compare(...input);
      return { outcome, changes: changes.map((change) => ({ ...change, overrides: false })) };
    },
  },
  'rule 2: a declined field is offered again': {
    state: (ledger, line, world, ranking) => {
      const declined = line.declined ?? [];
      const values = Object.entries(line.values).filter(([field]) => !declined.includes(field));
      return state(ledger, { ...line, values: Object.fromEntries(values), declined: [] }, world, ranking);
    },
  },
  'rule 2: a declined field is applied': {
    state: (ledger, line, world, ranking) => state(ledger, { ...line, declined: [] }, world, ranking),
  },
  'rule 2: a declined withdrawal is applied': {
    withdraw: (ledger, line, world, ranking) =>
      withdraw(ledger, { ...line, isDeclined: false }, world, ranking),
  },
  'rule 3: a refused line becomes current': {
    refuse: (ledger, line) => state(ledger, line, undefined, { sources: [], fields: {} }).ledger,
  },
  'rule 3: a refused line is forgotten': {
    refuse: (ledger) => ledger ?? { local: {}, entries: [], pending: {} },
  },
  'rule 3: an accepted line stays pending': {
    state: (ledger, ...input) => {
      const step = state(ledger, ...input);
      return ledger ? { ...step, ledger: { ...step.ledger, pending: ledger.pending } } : step;
    },
  },
  'rule 5: an undo restores fields that people changed': {
    undo: (ledger, run, world, ranking) =>
      undo(ledger, run, ledger && world && { ...world, ...effectiveValues(ledger, ranking) }, ranking),
  },
  'rule 5: an undo does not list what it kept': {
    undo: (...input) => {
      const step = undo(...input);
      return { ...step, effect: { ...step.effect, kept: [] } };
    },
  },
  'rule 5: an undo of an adoption removes': {
    undo: (ledger, run, world, ranking) => {
      const step = undo(ledger, run, world, ranking);
      return ledger && world && !step.ledger
        ? { ...step, effect: { ...NO_EFFECT, existence: 'remove' } }
        : step;
    },
  },
  'rule 5: an undo of an adoption leaves the overridden fields': {
    undo: (ledger, run, world, ranking) => {
      const step = undo(ledger, run, world, ranking);
      return step.ledger ? step : { ...step, effect: { ...step.effect, set: {} } };
    },
  },
  'rule 5: an undo of a new thing leaves it': {
    undo: (...input) => {
      const step = undo(...input);
      return step.effect.existence === 'remove' ? { ...step, effect: NO_EFFECT } : step;
    },
  },
  'rules 5 and 6: an undo in the middle forgets the value that was replaced': {
    undo: (ledger, run, world, ranking) => {
      const step = undo(ledger, run, world, ranking);
      const removed = ledger?.entries.find(({ runs }) => isDeepStrictEqual(runs, [run]));
      if (!step.ledger || !removed) return step;
      return { ...step, ledger: { ...step.ledger, local: { ...step.ledger.local, ...removed.values } } };
    },
  },
  'rule 6: an unchanged line is not listed among the runs': {
    state: (ledger, line, world, ranking) => {
      const step = state(ledger, line, world, ranking);
      const isUnchanged = compare(ledger, line, world, ranking).outcome === 'unchanged';
      return ledger && isUnchanged ? { ...step, ledger: { ...ledger, pending: step.ledger.pending } } : step;
    },
  },
  'rule 6: an undo removes what other runs state too': {
    undo: (ledger, run, world, ranking) => {
      const entries = ledger?.entries.map((entry) =>
        entry.runs.includes(run) ? { ...entry, runs: [run] } : entry,
      );
      return undo(ledger && { ...ledger, entries: entries ?? [] }, run, world, ranking);
    },
  },
  'rule 6: only the newest run can be undone': {
    undo: (ledger, run, world, ranking) =>
      ledger?.entries.at(-1)?.runs.includes(run) === false
        ? { ledger, effect: NO_EFFECT }
        : undo(ledger, run, world, ranking),
  },
  'rule 7: an undone withdrawal stays': {
    undo: (...input) => {
      const step = undo(...input);
      return step.effect.existence === 'reinstate' ? { ...step, effect: NO_EFFECT } : step;
    },
  },
  'rule 15: a lower source replaces a higher one': {
    state: (ledger, line, world, ranking) =>
      state(ledger, line, world, {
        sources: ranking.sources.toReversed(),
        fields: Object.fromEntries(
          Object.entries(ranking.fields).map(([field, sources]) => [field, sources.toReversed()]),
        ),
      }),
  },
  'rule 15: another ranking counts as a change by people': {
    state: (ledger, ...input) => state(ledger && { ...ledger, ranking: undefined }, ...input),
    undo: (ledger, ...input) => undo(ledger && { ...ledger, ranking: undefined }, ...input),
  },
  'rule 15: the withdrawal of the higher source does not reveal the lower one': {
    withdraw: (...input) => {
      const step = withdraw(...input);
      return { ...step, effect: { ...step.effect, set: {} } };
    },
  },
  'rule 15: one source withdraws what another states': {
    withdraw: (ledger, line, world, ranking) => {
      const entries = ledger?.entries.filter(({ source }) => source === line.source) ?? [];
      const alone = withdraw(ledger && { ...ledger, entries }, line, world, ranking);
      return { ...withdraw(ledger, line, world, ranking), effect: alone.effect };
    },
  },
  'rule 17: a repeated run is counted twice': {
    state: (ledger, line, world, ranking) => {
      const isRepeated = ledger?.entries.some(({ runs }) => runs.includes(line.run));
      return state(ledger, isRepeated ? { ...line, run: `${line.run} again` } : line, world, ranking);
    },
  },
  'rule 17: a repeated withdrawal is counted twice': {
    withdraw: (ledger, line, world, ranking) => {
      const isRepeated = ledger?.entries.some(({ runs }) => runs.includes(line.run));
      return withdraw(ledger, isRepeated ? { ...line, run: `${line.run} again` } : line, world, ranking);
    },
  },
};

export const correctRules: Rules = { compare, refuse, state, undo, withdraw };
