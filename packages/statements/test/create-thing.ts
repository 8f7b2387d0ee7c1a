import {
  compare,
  type Effect,
  type Ledger,
  type Ranking,
  refuse,
  state,
  undo,
  type Values,
  withdraw,
  type World,
} from '../src/index.ts';

export const NOTHING: Effect = { existence: 'none', set: {}, kept: [] };
const ranking: Ranking = { sources: ['registry', 'platform'], fields: {} };

/** One thing with its ledger, as an owner stores them. */
export const createThing = (initial: World = undefined) => {
  let ledger: Ledger | undefined;
  let world = initial;
  const apply = (step: { ledger: Ledger | undefined; effect: Effect }): Effect => {
    const { existence, set } = step.effect;
    ledger = step.ledger;
    if (['withdraw', 'void-restated', 'remove'].includes(existence)) world = undefined;
    else if (world || !['none', 'void-former'].includes(existence)) world = { ...world, ...set };
    return step.effect;
  };
  return {
    compare: (values: Values, source = 'registry') => compare(ledger, { source, values }, world, ranking),
    state: (
      run: string,
      values: Values,
      { source = 'registry', declined = [] as string[], takesUp = false } = {},
    ) => apply(state(ledger, { source, run, values, declined, takesUp }, world, ranking)),
    withdraw: (run: string, { source = 'registry', isDeclined = false } = {}) =>
      apply(withdraw(ledger, { source, run, isDeclined }, world, ranking)),
    undo: (run: string) => apply(undo(ledger, run, world, ranking)),
    refuse: (run: string, values: Values, reason: string) => {
      ledger = refuse(ledger, { source: 'registry', run, values, reason });
    },
    /** Applies a local change; undefined removes the thing. */
    change: (values: World) => {
      world = values && { ...world, ...values };
    },
    world: () => world,
    ledger: () => ledger,
  };
};
