import type { UnitStaff } from '@qr-attendance/contracts';
import { findNames, type PeopleProjection } from '@qr-attendance/messaging/mongo';
import type { InternalClient } from '@qr-attendance/server';
import type { UnitDocument } from '../../db/campus-models.ts';
import { toDays } from '../../core/staff/staff-days.ts';
import { sourceOfRole } from '../../core/staff/staff-sources.ts';
import { pathOfUnit, type Units } from '../../core/units/units.ts';

export const describeUnitStaff = async (
  context: { units: Units; people: PeopleProjection; auth: InternalClient; campusTimeZone: string },
  documents: UnitDocument[],
): Promise<UnitStaff[]> => {
  const above = await context.units.findWithAncestors(documents.map(({ parentId }) => parentId));
  const ids = documents.flatMap(({ staff = [] }) => staff.map(({ userId }) => userId));
  const names = await findNames(context, ids);
  return documents.flatMap(({ _id, name, parentId, staff = [], staffStatements }) => {
    const path = pathOfUnit(above, parentId).map((unit) => unit.name);
    const unit = { _id: _id.toHexString(), name, path: path.toReversed() };
    return staff.map(({ userId, role, ...terms }) => ({
      unit,
      user: { _id: userId, name: names.get(userId) ?? null },
      role,
      ...toDays(terms, context.campusTimeZone),
      source: sourceOfRole(staffStatements, { userId, role, ...terms }, context.campusTimeZone),
    }));
  });
};
