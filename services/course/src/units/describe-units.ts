import type { Unit } from '@qr-attendance/contracts';
import type { Context } from '../context.ts';
import type { UnitDocument } from '../db/campus-models.ts';

const readAncestors = async (
  { units }: Pick<Context, 'units'>,
  documents: UnitDocument[],
): Promise<Map<string, UnitDocument>> => {
  const known = new Map(documents.map((unit) => [unit._id.toHexString(), unit]));
  for (let level = documents; level.length > 0;) {
    const missing = level.flatMap(({ parentId }) => (parentId && !known.has(parentId) ? [parentId] : []));
    level = missing.length > 0 ? await units.listByIds([...new Set(missing)]) : [];
    for (const unit of level) known.set(unit._id.toHexString(), unit);
  }
  return known;
};

export const describeUnits = async (
  context: Pick<Context, 'units'>,
  documents: UnitDocument[],
): Promise<Unit[]> => {
  const known = await readAncestors(context, documents);
  const pathOf = ({ parentId }: Pick<UnitDocument, 'parentId'>): string[] => {
    const parent = parentId === undefined ? undefined : known.get(parentId);
    return parent ? [...pathOf(parent), parent.name] : [];
  };
  return documents.map((unit) => {
    const { _id, kind, name, parentId, externalId, version } = unit;
    return { _id: _id.toHexString(), kind, name, parentId, externalId, path: pathOf(unit), version };
  });
};
