import { isDeepStrictEqual } from 'node:util';
import { MAX_UNIT_STAFF, type UnitStaffMember, unitRoleSchema } from '@qr-attendance/contracts';
import type { UnitDocument } from '../../../db/campus-models.ts';
import type { Units } from '../../../core/units/units.ts';
import type { Change, Problem } from './kind.ts';
import { type Member, memberChangesBetween, memberIn, termsOf } from './staff-members.ts';

export interface UnitStaffState {
  unit: true;
  staff: Member[];
}

const PREFIX = 'unit ';
/** Courses are named by their id alone. */
export const unitKeyOf = (id: string): string => `${PREFIX}${id}`;
export const unitIdOf = (key: string): string | undefined =>
  key.startsWith(PREFIX) ? key.slice(PREFIX.length) : undefined;

const conflict: Problem = { problem: 'conflict' };

/** The same rule as where roles are given by hand. */
export const isRoleOfUnit = (role: string, { kind }: Pick<UnitDocument, 'kind'>): boolean =>
  unitRoleSchema.safeParse(role).success && (role !== 'institution-administrator' || kind === 'institution');

export const unitStateOf = ({ staff = [] }: UnitDocument): UnitStaffState => ({
  unit: true,
  staff: staff.map(({ userId, role, from, until }) => ({
    ...{ userId, role },
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
  })),
});

export const foldUnitStaff = (state: UnitStaffState, member: Member): UnitStaffState | Problem => {
  const index = state.staff.findIndex(({ userId }) => userId === member.userId);
  if (isDeepStrictEqual(state.staff[index], member)) return state;
  if (index >= 0) return { ...state, staff: state.staff.with(index, member) };
  if (state.staff.length >= MAX_UNIT_STAFF) return { problem: 'conflict', field: 'scopeId' };
  return { ...state, staff: [...state.staff, member] };
};

/** Each role is a change of its own, so that the audit log names the person. */
export const writeUnitStaff = async (
  units: Units,
  { key, before, after }: Change<UnitStaffState>,
  author: { by: string; at: string },
): Promise<Problem | undefined> => {
  let unit = await units.find(unitIdOf(key) ?? '');
  if (!unit || !before || !after) return conflict;
  const changes = memberChangesBetween(before.staff, after.staff);
  const current = unitStateOf(unit).staff;
  // After a crash, some of the changes are written already.
  const open = changes.filter(
    ({ userId, becomes }) => !isDeepStrictEqual(memberIn(current, userId), becomes),
  );
  if (!open.every(({ userId, was }) => isDeepStrictEqual(memberIn(current, userId), was))) return conflict;
  for (const memberChange of open) {
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
      { staff: next.length > 0 ? next : undefined },
      { by: author.by, change: `staff_${change}`, details: { userId, ...termsOf(memberChange) } },
    );
    if (!changed || changed === 'conflict') return conflict;
    unit = changed;
  }
  return undefined;
};
