import {
  changeByPeople,
  overrides,
  restoreByPeople,
  SOURCES,
  stateLine,
  undoRun,
  withdrawLine,
  worldOf,
} from '@qr-attendance/statements/testing';

export interface ModelRules {
  stateLine: typeof stateLine;
  undoRun: typeof undoRun;
  withdrawLine: typeof withdrawLine;
}
export const MODEL_RULES: ModelRules = { stateLine, undoRun, withdrawLine };

/**
 * Models with one fault each, named after the rule that they break. Correct services differ from each of
 * them.
 */
export const FAULTS: Record<string, Partial<ModelRules>> = {
  'rules 1 and 2: an unchanged line replaces what people changed': {
    stateLine: (state, line, ranks) => {
      stateLine(state, line, ranks);
      if (worldOf(state))
        for (const [field, value] of Object.entries(line.values))
          if (overrides(state, field)) changeByPeople(state, field, value);
    },
  },
  'rule 1: a changed value revives what people removed': {
    stateLine: (state, line, ranks) => {
      stateLine(state, line, ranks);
      if (!worldOf(state)) restoreByPeople(state, line.values);
    },
  },
  'rule 2: a local change survives a changed line': {
    stateLine: (state, line, ranks) => {
      const before = worldOf(state) ?? {};
      const changed = state.fields.filter((field) => overrides(state, field));
      stateLine(state, line, ranks);
      for (const field of changed) changeByPeople(state, field, before[field] ?? null);
    },
  },
  'rule 5: an undo of an addition leaves it': {
    undoRun: (state, run) => {
      const before = worldOf(state);
      const kept = undoRun(state, run);
      if (before && !worldOf(state)) restoreByPeople(state, before);
      return kept;
    },
  },
  'rule 6: an undo removes what other runs state too': {
    undoRun: (state, run) => {
      for (const claims of Object.values(state.claims))
        for (const { runs } of claims) if (runs.has(run)) runs.clear();
      return undoRun(state, run);
    },
  },
  'rule 7: an undone withdrawal stays': {
    undoRun: (state, run) => {
      const before = worldOf(state);
      const kept = undoRun(state, run);
      if (!before && worldOf(state)) changeByPeople(state, 'exists', false);
      return kept;
    },
  },
  'rule 15: a lower source replaces a higher one': {
    stateLine: (state, line, ranks) => {
      const lowest = [...SOURCES].toReversed();
      stateLine(state, line, {
        ...Object.fromEntries(state.fields.map((field) => [field, lowest])),
        ...Object.fromEntries(Object.entries(ranks).map(([field, sources]) => [field, sources.toReversed()])),
      });
    },
  },
  'rule 16: a complete file ends nothing': {
    withdrawLine: () => undefined,
  },
};
