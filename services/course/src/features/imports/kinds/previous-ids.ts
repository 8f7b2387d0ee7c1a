import type { Ledger, Values, World } from '@qr-attendance/statements';
import type { StatedKey } from '../rules/stated-keys.ts';
import type { ImportKindRules, Problem } from './kind.ts';
import type { StatedObject } from './stated-objects.ts';

export interface Ids {
  id: string;
  /** The object's previous ID (rule 13 of statements). */
  previous?: string | undefined;
}

/**
 * The keys of the IDs of a line. No other line may be about the object that had the previous ID before the import.
 * @param isSettled the object already has the line's ID, so another object may have the previous ID
 * @param keyOf the key of an ID within the file
 */
export const statedIdsOf = (
  { id, previous }: Ids,
  stated: unknown,
  isSettled = false,
  keyOf: (id: string) => string = (text) => text,
): StatedKey[] => {
  const [key, former] = [keyOf(id), previous === undefined ? undefined : keyOf(previous)];
  const isNamed = !isSettled && former !== undefined && former !== key;
  return [{ key, stated }, ...(isNamed ? [{ key: former, stated: `previous ID of ${key}` }] : [])];
};

/** Statements about people contain the ID as `institutionId`. */
const statedIdOf = ({ institutionId, id = institutionId }: Values): string[] =>
  typeof id === 'string' ? [id] : [];

export const statedIdsIn = ({ local, entries }: Pick<Ledger, 'local' | 'entries'>): string[] => [
  ...new Set([local, ...entries.map(({ values }) => values)].flatMap(statedIdOf)),
];

export const wasRenamedByOtherRun = (
  ledger: Pick<Ledger, 'local' | 'entries'> | undefined,
  { id, previous = id }: Ids,
  run: string,
  keyOf: (id: string) => string = (text) => text,
): boolean => {
  const has = (ids: string[], wanted: string) => ids.some((one) => keyOf(one) === keyOf(wanted));
  return (
    ledger !== undefined &&
    keyOf(previous) !== keyOf(id) &&
    has(statedIdsIn(ledger), previous) &&
    ledger.entries.some(({ values, runs }) => has(statedIdOf(values), id) && runs.some((one) => one !== run))
  );
};

/** Chooses between the object with a line's ID and the object with its previous ID. */
export const chooseByPreviousId = <Item>(
  { id, previous = id }: Ids,
  byId: Item | undefined,
  byPrevious: Item | undefined,
  isSame: (one: Item, other: Item) => boolean,
): Item | Problem | undefined => {
  if (previous === id) return byId;
  if (!byId && !byPrevious) return { problem: 'unknown_previous', field: 'previous' };
  const areBoth = byId !== undefined && byPrevious !== undefined && !isSame(byId, byPrevious);
  return areBoth ? { problem: 'both_known', field: 'previous' } : (byId ?? byPrevious);
};

/** The ID that an object must have. Files of earlier releases did not state it. */
export const idIn = (world: World, key: string): string => {
  const id = world?.['id'];
  return typeof id === 'string' ? id : key;
};

type Load<State> = ImportKindRules<never, never, State>['load'];

/** Gives objects new IDs if lines name their previous IDs. The ID of an object is one of its values. */
export const createPreviousIds = <State extends StatedObject>(load: Load<State>) => {
  /** Current IDs of objects, by the IDs that lines of the batch give them. */
  let presentIds = new Map<string, string>();
  const presentIdOf = (id: string): string => presentIds.get(id) ?? id;
  const isLive = (state: State | undefined): state is State => state?.world !== undefined;

  const chooseOne = (found: Map<string, State>, row: Ids): Problem | undefined => {
    const { id, previous = id } = row;
    const [byId, byPrevious] = [found.get(id), found.get(previous)];
    // A deleted object that files still state keeps its ID until another object gets it.
    const live = isLive(byId) || !isLive(byPrevious) ? byId : undefined;
    const chosen = chooseByPreviousId(row, live, isLive(byPrevious) ? byPrevious : undefined, Object.is);
    if (chosen !== undefined && 'problem' in chosen) return chosen;
    if (chosen !== undefined && chosen === byPrevious) presentIds.set(id, previous);
    return undefined;
  };

  return {
    beginBatch: (): void => {
      presentIds = new Map();
    },
    findSettled: async <Row extends Ids>(rows: Row[], run: string): Promise<Set<Row>> => {
      const named = rows.filter(({ id, previous = id }) => previous !== id);
      if (named.length === 0) return new Set();
      const found = await load(named.map(({ id }) => id));
      return new Set(named.filter((row) => wasRenamedByOtherRun(found.get(row.id)?.ledger, row, run)));
    },
    /** Returns the problems of lines, in order. Afterwards the objects can be loaded by their IDs. */
    check: async (rows: Ids[]): Promise<(Problem | undefined)[]> => {
      const named = rows.filter(({ id, previous = id }) => previous !== id);
      if (named.length === 0) return rows.map(() => undefined);
      const found = await load(named.flatMap(({ id, previous = id }) => [id, previous]));
      return rows.map((row) => (named.includes(row) ? chooseOne(found, row) : undefined));
    },
    load: async (ids: string[], undoneRun?: string): Promise<Map<string, State>> => {
      const found = await load(ids.map(presentIdOf), undoneRun);
      return new Map(
        ids.flatMap((id): [string, State][] => {
          const state = found.get(presentIdOf(id));
          return state ? [[id, state]] : [];
        }),
      );
    },
  };
};
