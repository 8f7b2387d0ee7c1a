import { EXISTS, FILES } from '@qr-attendance/statements';
import type { ImportKindRules, StatedPart } from './kind.ts';

const declinedInPart = ({ ledger }: StatedPart): string[] =>
  ledger.entries.findLast(({ source, values }) => source === FILES && values[EXISTS] === true)?.declined ??
  [];

/** The rules about statements of a kind whose states have their ledgers. */
export const rulesOfParts = <State>(
  load: ImportKindRules<never, never, State>['load'],
  partsIn: (state: State) => StatedPart[],
) => ({
  declinedIn: (state: State): string[] => [...new Set(partsIn(state).flatMap(declinedInPart))],
  readStatements: async (key: string): Promise<StatedPart[]> => {
    const state = (await load([key])).get(key);
    return state === undefined ? [] : partsIn(state);
  },
});
