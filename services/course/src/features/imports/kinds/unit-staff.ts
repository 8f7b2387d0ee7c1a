import { type UnitStaffMember, unitRoleSchema } from '@qr-attendance/contracts';
import type { UnitDocument } from '../../../db/campus-models.ts';
import type { Units } from '../../../core/units/units.ts';
import { type Change, CONFLICT_PROBLEM, type Problem } from './kind.ts';
import { memberChangesBetween, termsOf, toMembers } from './staff-members.ts';
import { type StatedStaff, toLedgers, toStaffStatements } from './stated-staff.ts';

const PREFIX = 'unit ';
/** Units have a prefix in their key; courses have only their id. */
export const unitKeyOf = (id: string): string => `${PREFIX}${id}`;
export const unitIdOf = (key: string): string | undefined =>
  key.startsWith(PREFIX) ? key.slice(PREFIX.length) : undefined;

/** The same rule as for roles that are given by hand. */
export const isRoleOfUnit = (role: string, { kind }: Pick<UnitDocument, 'kind'>): boolean =>
  unitRoleSchema.safeParse(role).success && (role !== 'institution-administrator' || kind === 'institution');

export const unitStaffOf = ({ _id, version, staff, staffStatements }: UnitDocument): StatedStaff => ({
  id: _id.toHexString(),
  version,
  staff: toMembers(staff),
  ledgers: toLedgers(staffStatements),
});

const isAbout = (key: string, userId: string): boolean => key === userId || key.startsWith(`${userId} `);

const statementsWith = (unit: UnitDocument, { ledgers }: StatedStaff, userId: string) => {
  const others = Object.entries(toLedgers(unit.staffStatements)).filter(([key]) => !isAbout(key, userId));
  const own = Object.entries(ledgers).filter(([key]) => isAbout(key, userId));
  return toStaffStatements(Object.fromEntries([...others, ...own]));
};

/** Writes each role as a separate change, so that the audit log names the person. */
export const writeUnitStaff = async (
  units: Units,
  { before, after }: Change<StatedStaff>,
  author: { by: string; at: string },
): Promise<Problem | undefined> => {
  let unit = before && (await units.find(before.id));
  if (!unit || !after || unit.version !== before?.version) return CONFLICT_PROBLEM;
  for (const memberChange of memberChangesBetween(before.staff, after.staff)) {
    const { userId, becomes, change } = memberChange;
    const { staff = [] }: UnitDocument = unit;
    const known = staff.find((one) => one.userId === userId);
    const { addedBy, addedAt } = known ?? { addedBy: author.by, addedAt: author.at };
    const member = becomes && ({ ...becomes, addedBy, addedAt } as UnitStaffMember);
    const others = staff.filter((one) => one.userId !== userId);
    const kept = known && member ? staff.with(staff.indexOf(known), member) : others;
    const next = known || !member ? kept : [...others, member];
    const changed: UnitDocument | 'conflict' | undefined = await units.change(
      unit,
      {
        staff: next.length > 0 ? next : undefined,
        staffStatements: statementsWith(unit, after, userId),
      },
      { by: author.by, change: `staff_${change}`, details: { userId, ...termsOf(memberChange) } },
    );
    if (!changed || changed === 'conflict') return CONFLICT_PROBLEM;
    unit = changed;
  }
  // Stores only statements about people whose role did not change.
  const outdated = await units.stateStaff([
    { document: unit, staffStatements: toStaffStatements(after.ledgers) },
  ]);
  return outdated.size > 0 ? CONFLICT_PROBLEM : undefined;
};

export const stateUnitStaff = (units: Units, stated: StatedStaff[]): Promise<Set<string>> =>
  units.stateStaff(
    stated.map(({ id, version, ledgers }) => ({
      document: { _id: id, version },
      staffStatements: toStaffStatements(ledgers),
    })),
  );
