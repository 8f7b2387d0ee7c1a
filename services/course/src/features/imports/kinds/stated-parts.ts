import { ANY_RUN } from '@qr-attendance/server/mongo';
import { EXISTS } from '@qr-attendance/statements';
import type { ImportKindRules, StatedPart } from './kind.ts';

const declinedInPart = ({ ledger }: StatedPart, wanted: string): string[] =>
  ledger.entries.findLast(({ source, values }) => source === wanted && values[EXISTS] === true)?.declined ??
  [];

export const rulesOfParts = <State>(
  load: ImportKindRules<never, never, State>['load'],
  partsIn: (state: State) => StatedPart[],
) => ({
  declinedIn: (state: State, source: string): string[] => [
    ...new Set(partsIn(state).flatMap((part) => declinedInPart(part, source))),
  ],
  readStatements: async (key: string): Promise<StatedPart[]> => {
    const state = (await load([key])).get(key) ?? (await load([key], ANY_RUN)).get(key);
    return state === undefined ? [] : partsIn(state);
  },
});
