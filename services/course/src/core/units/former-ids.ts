import type { Ledger, Values } from '@qr-attendance/statements';
import type { Model, QueryFilter } from 'mongoose';
import type { UnitDocument } from '../../db/campus-models.ts';

type UnitId = Pick<UnitDocument, '_id' | 'externalId'>;
type UnitWithRevisions = Pick<UnitDocument, '_id' | 'externalId' | 'deleted' | 'revisions'>;
type References = Map<string, string>;

const INTERNAL = '#';
export const internalReference = (id: string): string => `${INTERNAL}${id}`;
export const internalIdIn = (reference: string): string | undefined =>
  reference.startsWith(INTERNAL) ? reference.slice(INTERNAL.length) : undefined;

/** The external id of a unit, or else its id with a prefix. */
export const referenceOf = ({ _id, externalId }: UnitId): string =>
  externalId ?? internalReference(_id.toHexString());

const WITH_REVISIONS = {
  externalId: 1,
  deleted: 1,
  'revisions.at': 1,
  'revisions.details.name': 1,
  'revisions.details.externalId': 1,
  'revisions.details.parentId': 1,
};

type ValuesInPast = Partial<Pick<UnitDocument, 'name' | 'externalId' | 'parentId'>>;

/** The values of a unit over time. Only revisions that set values contain a name. */
const historyOf = ({ revisions }: UnitWithRevisions): (ValuesInPast & { at: Date })[] =>
  revisions.flatMap(({ at, details }) => {
    const values: ValuesInPast = details;
    return values.name === undefined ? [] : [{ at, ...values }];
  });

const during = <Element extends { at: Date }>(history: Element[], from: Date, until?: Date): Element[] =>
  history.filter(({ at }, index) => {
    const next = history[index + 1]?.at;
    return (!next || next > from) && (!until || at < until);
  });

const referencesOf = (unit: UnitWithRevisions, parents: Map<string, UnitWithRevisions>): References => {
  const history = historyOf(unit);
  const pairs = history.flatMap(({ at, parentId = '' }, index): [string, string][] => {
    const parent = parents.get(parentId);
    if (!parent) return [];
    return during(historyOf(parent), at, history[index + 1]?.at).map(({ externalId }) => {
      const former = externalId ?? internalReference(parentId);
      return [former, parent.deleted ? former : referenceOf(parent)];
    });
  });
  // If a reference occurs twice, the last parent wins.
  return new Map(pairs);
};

export const createFormerIds = (model: Model<UnitDocument>) => ({
  /**
   * References that the parents of each unit had while they were its parents. Another unit may have one of
   * these references now.
   */
  listFormerReferences: async (ids: string[]): Promise<Map<string, References>> => {
    if (ids.length === 0) return new Map();
    const find = (wanted: string[]): Promise<UnitWithRevisions[]> =>
      model
        .find({ _id: { $in: wanted } } as QueryFilter<UnitDocument>, WITH_REVISIONS)
        .lean<UnitWithRevisions[]>();
    const units = await find(ids);
    const parentIds = units.flatMap((unit) => historyOf(unit).flatMap(({ parentId }) => parentId ?? []));
    const parents = await find([...new Set(parentIds)]);
    const byId = new Map(parents.map((parent) => [parent._id.toHexString(), parent]));
    return new Map(units.map((unit) => [unit._id.toHexString(), referencesOf(unit, byId)]));
  },
  listTaken: async (externalIds: string[]): Promise<Set<string | undefined>> => {
    const filter = { externalId: { $in: externalIds }, deleted: { $ne: true } } as QueryFilter<UnitDocument>;
    const found =
      externalIds.length > 0 ? await model.find(filter, { externalId: 1 }).lean<UnitDocument[]>() : [];
    return new Set(found.map(({ externalId }) => externalId));
  },
});

interface StatedBelow {
  id: string;
  ledger: Ledger | undefined;
  reference: string | undefined;
}

const parentsIn = ({ local, entries }: Ledger): string[] =>
  [local, ...entries.map(({ values }) => values)].flatMap(({ parent }) =>
    typeof parent === 'string' ? parent : [],
  );

const mapParents = (ledger: Ledger, nameOf: (parent: string) => string): Ledger => {
  const map = (values: Values): Values =>
    typeof values['parent'] === 'string' ? { ...values, parent: nameOf(values['parent']) } : values;
  const entries = ledger.entries.map((entry) => ({ ...entry, values: map(entry.values) }));
  return { ...ledger, local: map(ledger.local), entries };
};

/**
 * Statements name a parent by its external ID at that time. This replaces earlier IDs of a parent with its current
 * reference. If another unit has the ID now, an undo means the previous unit, and a line of a file means the unit that
 * has the ID now.
 */
export const withPresentParents = async (
  { listFormerReferences, listTaken }: ReturnType<typeof createFormerIds>,
  stated: StatedBelow[],
  { isUndo = false, newIds = new Map() }: { isUndo?: boolean; newIds?: ReadonlyMap<string, string> } = {},
): Promise<(Ledger | undefined)[]> => {
  const outdatedIn = ({ ledger, reference }: StatedBelow): string[] =>
    ledger ? parentsIn(ledger).filter((parent) => parent !== reference) : [];
  const outdated = stated.filter((one) => outdatedIn(one).length > 0);
  const former = await listFormerReferences(outdated.map(({ id }) => id));
  const taken = isUndo ? new Set() : await listTaken(outdated.flatMap(outdatedIn));
  return stated.map(({ id, ledger, reference }) => {
    const references = former.get(id);
    if (!ledger || !references) return ledger;
    return mapParents(ledger, (parent) => {
      const present = references.get(parent);
      if (parent === reference || present === undefined || taken.has(parent)) return parent;
      return newIds.get(present) ?? present;
    });
  });
};
