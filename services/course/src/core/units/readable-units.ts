import { can, rolesIn, scopeOfUnit, type OwnUnitRole } from '@qr-attendance/contracts';
import type { Caller } from '@qr-attendance/server';
import type { UnitDocument } from '../../db/campus-models.ts';
import type { Units } from './units.ts';

interface Deps {
  units: Units;
  clock: () => Date;
}

const scopeOf = ({ staff = [] }: UnitDocument) => scopeOfUnit(staff);

export const listOwnRoles = async ({ units, clock }: Deps, caller: Caller): Promise<OwnUnitRole[]> => {
  const now = clock();
  return (await units.listStaffed(caller.id)).flatMap((unit) =>
    rolesIn(caller, scopeOf(unit), now).map((role) => ({
      unit: { _id: unit._id.toHexString(), name: unit.name },
      role,
    })),
  );
};

/** The units that a caller may read, including all units below; undefined for the whole institution. */
export const readableUnitIds = async (
  { units, clock }: Deps,
  caller: Caller,
): Promise<string[] | undefined> => {
  const now = clock();
  if (can(caller, 'readUnit', scopeOfUnit([]), now)) return undefined;
  const own = (await units.listStaffed(caller.id)).filter((unit) =>
    can(caller, 'readUnit', scopeOf(unit), now),
  );
  return units.idsBelow(own.map(({ _id }) => _id.toHexString()));
};
