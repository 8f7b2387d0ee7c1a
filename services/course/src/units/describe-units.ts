import type { Unit } from '@qr-attendance/contracts';
import type { Context } from '../context.ts';
import type { UnitDocument } from '../db/campus-models.ts';
import { pathIn } from './units.ts';

export const describeUnits = async (
  { units }: Pick<Context, 'units'>,
  documents: UnitDocument[],
): Promise<Unit[]> => {
  const known = await units.findWithAncestors(documents.map(({ parentId }) => parentId));
  return documents.map((unit) => {
    const { _id, kind, name, parentId, externalId, version } = unit;
    const path = pathIn(known, parentId).map((above) => above.name);
    return {
      ...{ _id: _id.toHexString(), kind, name, parentId, externalId, version },
      path: path.toReversed(),
    };
  });
};
