import {
  type Action,
  MAX_UNIT_STAFF,
  routes,
  scopeOfUnit,
  type NewUnitStaff,
  type UnitStaff,
  type UnitStaffMember,
  type UnitStaffTerms,
} from '@qr-attendance/contracts';
import {
  type Caller,
  conflict,
  invalid,
  notFound,
  RETRY,
  retryOnConflict,
  requireCan,
  type InternalClient,
} from '@qr-attendance/server';
import type { PeopleProjection } from '@qr-attendance/messaging/mongo';
import type { UnitDocument } from '../../db/campus-models.ts';
import { toMoments } from '../../core/staff/staff-days.ts';
import { pathOfUnit, type Units } from '../../core/units/units.ts';
import { describeUnitStaff } from './read-unit-staff.ts';
import type { StaffLookups } from '../../core/staff/staff-lookups.ts';

interface Deps {
  units: Units;
  people: PeopleProjection;
  auth: InternalClient;
  clock: () => Date;
  campusTimeZone: string;
}
type Member = Pick<UnitStaffMember, 'userId' | 'role' | 'from' | 'until'>;

/**
 * @throws DomainError (forbidden, not_found) unless the caller's role in the unit, or above it, allows the
 * action
 */
const requireOnUnit = async (
  { units, clock }: { units: Units; clock: () => Date },
  caller: Caller,
  action: Action,
  id: string,
): Promise<UnitDocument> => {
  const path = pathOfUnit(await units.findWithAncestors([id]), id);
  const [unit] = path;
  if (!unit || unit.deleted) throw notFound('Unit');
  const scope = scopeOfUnit(path.flatMap(({ staff = [] }) => staff));
  requireCan(caller, action, scope, 'Unit', clock());
  return unit;
};

interface Change {
  /** Must return the same list if nothing changes. */
  next: (staff: UnitStaffMember[]) => UnitStaffMember[];
  by: string;
  change: 'staff_added' | 'staff_changed' | 'staff_removed';
  member: Member;
}

/** Retries after a concurrent change of the unit. */
const changeStaffOf = (
  { units }: { units: Units },
  find: () => Promise<UnitDocument>,
  { next, by, change, member: { userId, role, from, until } }: Change,
): Promise<UnitDocument> =>
  retryOnConflict('unit', async () => {
    const unit = await find();
    const staff = next(unit.staff ?? []);
    if (staff === unit.staff || (staff.length === 0 && !unit.staff)) return unit;
    const details = { userId, role, from, until };
    const fields = { staff: staff.length > 0 ? staff : undefined };
    const changed = await units.change(unit, fields, { by, change, details });
    return changed && changed !== 'conflict' ? changed : RETRY;
  });

const requireLevel = ({ kind }: UnitDocument, { role }: Pick<UnitStaffTerms, 'role'>): void => {
  if (role === 'institution-administrator' && kind !== 'institution')
    throw invalid(
      'unit_role',
      'Only the institution itself has institution administrators. Choose “program administrator”.',
    );
};

const isSame = (one: Member, other: Member): boolean =>
  one.role === other.role && one.from === other.from && one.until === other.until;

export const addUnitStaff = async (
  context: Deps & { staffLookups: StaffLookups },
  caller: Caller,
  id: string,
  { person, role, ...days }: NewUnitStaff,
): Promise<UnitStaff[]> => {
  const find = () => requireOnUnit(context, caller, 'manageUnitStaff', id);
  requireLevel(await find(), { role });
  const userId = await context.staffLookups.limit(caller, () =>
    context.auth.post(routes.auth.findTeacherInternal, { body: { person } }),
  );
  const terms = { role, ...toMoments(days, context.campusTimeZone) };
  const member = { userId, ...terms, addedBy: caller.id, addedAt: context.clock().toISOString() };
  const next = (staff: UnitStaffMember[]): UnitStaffMember[] => {
    const existingMember = staff.find((one) => one.userId === userId);
    if (existingMember && isSame(existingMember, member)) return staff;
    if (existingMember)
      throw conflict(
        'has_unit_role',
        'This person already has a role in this unit. Change the role or the dates instead.',
      );
    if (staff.length >= MAX_UNIT_STAFF)
      throw conflict('too_many_unit_staff', `A unit has at most ${MAX_UNIT_STAFF} people on its staff.`);
    return [...staff, member];
  };
  const change = { next, by: caller.id, change: 'staff_added', member } as const;
  return describeUnitStaff(context, [await changeStaffOf(context, find, change)]);
};

const memberIn = (staff: UnitStaffMember[], userId: string): UnitStaffMember => {
  const member = staff.find((one) => one.userId === userId);
  if (!member) throw notFound('Person');
  return member;
};

export const changeUnitStaff = async (
  context: Deps,
  caller: Caller,
  { id, userId }: { id: string; userId: string },
  { role, ...days }: UnitStaffTerms,
): Promise<UnitStaff[]> => {
  const find = () => requireOnUnit(context, caller, 'manageUnitStaff', id);
  requireLevel(await find(), { role });
  const terms = { role, ...toMoments(days, context.campusTimeZone) };
  const next = (staff: UnitStaffMember[]): UnitStaffMember[] => {
    const { from: _from, until: _until, ...known } = memberIn(staff, userId);
    if (isSame(memberIn(staff, userId), { userId, ...terms })) return staff;
    return staff.map((one) => (one.userId === userId ? { ...known, ...terms } : one));
  };
  const change = { next, by: caller.id, change: 'staff_changed', member: { userId, ...terms } } as const;
  return describeUnitStaff(context, [await changeStaffOf(context, find, change)]);
};

const without = (staff: UnitStaffMember[], userId: string): UnitStaffMember[] => {
  const left = staff.filter((one) => one.userId !== userId);
  return left.length === staff.length ? staff : left;
};

export const removeUnitStaff = async (
  context: Deps,
  caller: Caller,
  { id, userId }: { id: string; userId: string },
): Promise<void> => {
  const action = userId === caller.id ? 'readUnit' : 'manageUnitStaff';
  const find = () => requireOnUnit(context, caller, action, id);
  const { staff = [] } = await find();
  const member = staff.find((one) => one.userId === userId);
  if (!member) return;
  const next = (current: UnitStaffMember[]) => without(current, userId);
  await changeStaffOf(context, find, { next, by: caller.id, change: 'staff_removed', member });
};

export const removeErasedUnitStaff = async ({ units }: { units: Units }, userId: string): Promise<void> => {
  for (const { _id, staff = [] } of await units.listStaffed(userId)) {
    const find = () => units.get(_id.toHexString());
    const next = (current: UnitStaffMember[]) => without(current, userId);
    const member = memberIn(staff, userId);
    await changeStaffOf({ units }, find, { next, by: userId, change: 'staff_removed', member });
  }
};
