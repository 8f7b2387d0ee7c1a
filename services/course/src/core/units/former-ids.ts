import type { Ledger, Values } from '@qr-attendance/statements';
import type { Model, QueryFilter } from 'mongoose';
import type { UnitDocument } from '../../db/campus-models.ts';

const LIVE = { deleted: { $ne: true } };

const externalIdOf = (details: object): string | undefined => (details as Partial<UnitDocument>).externalId;
const externalIdsIn = ({ revisions }: UnitDocument): string[] =>
  revisions.flatMap(({ details }) => externalIdOf(details) ?? []);

/** Finds units by the external IDs that they had, which their revisions list. */
export const createFormerIds = (model: Model<UnitDocument>) => {
  const find = (filter: object, fields: Record<string, 1>): Promise<UnitDocument[]> =>
    model.find(filter as QueryFilter<UnitDocument>, fields).lean<UnitDocument[]>();
  return {
    /** The earlier external IDs of units, by their ids. Those that some unit has now are missing. */
    formerIdsOf: async (ids: string[]): Promise<Map<string, string[]>> => {
      if (ids.length === 0) return new Map();
      const found = await find({ _id: { $in: ids } }, { revisions: 1 });
      const all = found.flatMap(externalIdsIn);
      const present = await find({ externalId: { $in: all }, ...LIVE }, { externalId: 1 });
      const taken = new Set(present.map(({ externalId }) => externalId));
      return new Map(
        found.map((unit) => [
          unit._id.toHexString(),
          externalIdsIn(unit).filter((externalId) => !taken.has(externalId)),
        ]),
      );
    },
    /** The unit that had the external ID last. */
    findByFormerId: async (externalId: string): Promise<UnitDocument | undefined> => {
      const filter = { 'revisions.details.externalId': externalId, ...LIVE } as QueryFilter<UnitDocument>;
      const lastHad = ({ revisions }: UnitDocument): number =>
        revisions.findLast(({ details }) => externalIdOf(details) === externalId)?.at.getTime() ?? 0;
      const found = await model.find(filter).lean<UnitDocument[]>();
      return found.toSorted((one, other) => lastHad(other) - lastHad(one))[0];
    },
  };
};

interface StatedBelow {
  ledger: Ledger | undefined;
  parentId: string | undefined;
  /** The present reference of the parent. */
  reference: string | undefined;
}

const parentsIn = ({ local, entries }: Ledger): unknown[] =>
  [local, ...entries.map(({ values }) => values)].map(({ parent }) => parent ?? undefined);

const mapParents = (ledger: Ledger, nameOf: (parent: string) => string): Ledger => {
  const map = (values: Values): Values =>
    typeof values['parent'] === 'string' ? { ...values, parent: nameOf(values['parent']) } : values;
  const entries = ledger.entries.map((entry) => ({ ...entry, values: map(entry.values) }));
  return { ...ledger, local: map(ledger.local), entries };
};

/**
 * Statements name the unit above by the external ID that it had. A unit that has another one since is still the same, so
 * its present reference replaces the earlier ones.
 */
export const withPresentParents = async (
  { formerIdsOf }: Pick<ReturnType<typeof createFormerIds>, 'formerIdsOf'>,
  stated: StatedBelow[],
): Promise<(Ledger | undefined)[]> => {
  const isOutdated = ({ ledger, reference }: StatedBelow): boolean =>
    ledger !== undefined && parentsIn(ledger).some((parent) => parent !== undefined && parent !== reference);
  const parentIds = stated.flatMap((one) => (isOutdated(one) ? (one.parentId ?? []) : []));
  const formerIds = await formerIdsOf([...new Set(parentIds)]);
  return stated.map(({ ledger, parentId = '', reference }) => {
    const former = formerIds.get(parentId);
    if (!ledger || !former || reference === undefined) return ledger;
    const names = new Set([...former, `#${parentId}`]);
    return mapParents(ledger, (parent) => (names.has(parent) ? reference : parent));
  });
};
