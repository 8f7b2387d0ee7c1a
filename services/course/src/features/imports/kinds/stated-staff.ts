import { isDeepStrictEqual } from 'node:util';
import { canLimitToSections, MAX_STAFF, MAX_UNIT_STAFF } from '@qr-attendance/contracts';
import {
  isOutranked,
  isStated,
  isStatedBy,
  type Ledger,
  type Values,
  withdraw,
  type World,
} from '@qr-attendance/statements';
import type { StaffStatement } from '../../../db/statement-models.ts';
import { OWNER_STATEMENT_KEY } from '../../../core/staff/staff-sources.ts';
import type { ApplyContext, Problem } from './kind.ts';
import { type Member, findMember } from './staff-members.ts';
import {
  overridesBetween,
  type StatedObject,
  stateObject,
  type UndoneObject,
  undoObject,
} from './stated-objects.ts';

export interface StatedStaff {
  id: string;
  version: number;
  owner?: string;
  staff: Member[];
  ledgers: Record<string, Ledger>;
}

export interface StatedRole extends Omit<Member, 'sectionIds'> {
  sectionId?: string | undefined;
}

type IsAdministrator = (id: string) => boolean;

const OWNER = OWNER_STATEMENT_KEY;
const OWNS: Values = { role: 'owner', from: null, until: null, sectionIds: null };

const keyOf = ({ userId, sectionId }: StatedRole): string =>
  sectionId === undefined ? userId : `${userId} ${sectionId}`;
const partsOf = (key: string): { userId: string; sectionId?: string } => {
  const [userId = '', sectionId] = key.split(' ');
  return { userId, ...(sectionId !== undefined && { sectionId }) };
};

const worldOf = ({ owner, staff, ledgers }: StatedStaff, key: string): World => {
  if (key === OWNER) return { owner: owner ?? null };
  const { userId, sectionId } = partsOf(key);
  if (userId === owner) return sectionId === undefined ? OWNS : undefined;
  const member = findMember(staff, userId);
  if (!member) return undefined;
  const values = { role: member.role, from: member.from ?? null, until: member.until ?? null };
  if (sectionId !== undefined) return member.sectionIds?.includes(sectionId) ? values : undefined;
  // A file replaced this role with a role in sections.
  const isReplaced = member.sectionIds && ledgers[key] && !isStated(ledgers[key]);
  return isReplaced ? undefined : { ...values, sectionIds: member.sectionIds ?? null };
};

const statedIn = (state: StatedStaff, key: string): StatedObject => ({
  world: worldOf(state, key),
  ledger: state.ledgers[key],
});

const withLedger = (state: StatedStaff, key: string, ledger: Ledger | undefined): StatedStaff => {
  const { [key]: _former, ...others } = state.ledgers;
  return { ...state, ledgers: ledger ? { ...others, [key]: ledger } : others };
};

const toMember = (userId: string, { role, from, until, sectionIds }: Values): Member => ({
  userId,
  role: String(role),
  ...(typeof from === 'string' && { from }),
  ...(typeof until === 'string' && { until }),
  ...(Array.isArray(sectionIds) &&
    canLimitToSections(String(role)) && { sectionIds: sectionIds.map(String).toSorted() }),
});

/**
 * The file has one line for each section of an assistant. The same is true for a substitute with equal days in
 * all sections; other days are another role.
 */
const sectionsWith = (known: Member | undefined, member: Member, sectionId: string): string[] => {
  if (!known?.sectionIds || known.role !== member.role) return [sectionId];
  const hasSameDays = known.from === member.from && known.until === member.until;
  if (member.role === 'substitute' && !hasSameDays) return [sectionId];
  return [...new Set([...known.sectionIds, sectionId])];
};

const withoutSection = (known: Member | undefined, sectionId: string): Member | undefined => {
  const sectionIds = known?.sectionIds?.filter((id) => id !== sectionId) ?? [];
  return known && sectionIds.length > 0 ? { ...known, sectionIds } : undefined;
};

/** The staff after a role gets these values. The owner has no other role. */
const withWorld = (state: StatedStaff, key: string, world: World): StatedStaff => {
  const { userId, sectionId } = partsOf(key);
  if (userId === state.owner) return state;
  const index = state.staff.findIndex((one) => one.userId === userId);
  const known = state.staff[index];
  const member = world && toMember(userId, world);
  let next = member;
  if (sectionId !== undefined)
    next = member
      ? toMember(userId, { ...world, sectionIds: sectionsWith(known, member, sectionId) })
      : withoutSection(known, sectionId);
  if (!next) return { ...state, staff: state.staff.filter((one) => one.userId !== userId) };
  return { ...state, staff: index < 0 ? [...state.staff, next] : state.staff.with(index, next) };
};

/** The previous owner becomes a co-teacher, unless it is the administrator who imported the course. */
const handOver = (state: StatedStaff, owner: string, isAdministrator: IsAdministrator): StatedStaff => {
  const { owner: former } = state;
  const others = state.staff.filter(({ userId }) => userId !== owner);
  const stays = former !== undefined && !isAdministrator(former);
  return { ...state, owner, staff: [...(stays ? [{ userId: former, role: 'co-teacher' }] : []), ...others] };
};

const findReplaced = (after: StatedStaff, key: string): [key: string, ledger: Ledger][] => {
  const { userId, sectionId } = partsOf(key);
  return Object.entries(after.ledgers).filter(([other, ledger]) => {
    const { userId: otherUser, sectionId: otherSection } = partsOf(other);
    if (other === key || otherUser !== userId || !isStated(ledger)) return false;
    const isWhole = sectionId === undefined || otherSection === undefined;
    return isWhole || worldOf(after, other) === undefined;
  });
};

/**
 * Withdraws the source's statements about roles that a line replaced. Roles that a higher source states are
 * kept (rule 15).
 */
const withdrawReplaced = (
  before: StatedStaff,
  after: StatedStaff,
  key: string,
  { run, source, ranking }: ApplyContext,
): StatedStaff | Problem => {
  let next = after;
  for (const [other, ledger] of findReplaced(after, key)) {
    const world = worldOf(before, other);
    if (world && isOutranked(ledger, source, ranking)) return { problem: 'conflict', field: 'role' };
    if (!isStatedBy(ledger, source)) continue;
    const withdrawn = withdraw(ledger, { source, run }, world, ranking);
    next = withLedger(next, other, withdrawn.ledger);
  }
  return next;
};

const stateOwner = (
  state: StatedStaff,
  userId: string,
  application: ApplyContext,
  isAdministrator: IsAdministrator,
): StatedStaff | Problem => {
  const { world, ledger } = stateObject(statedIn(state, OWNER), { owner: userId }, application);
  const next = withLedger(state, OWNER, ledger);
  if (world?.['owner'] === state.owner) return next;
  return withdrawReplaced(state, handOver(next, userId, isAdministrator), userId, application);
};

/**
 * Applies a line. A person has one role in a course or unit, in all of it or in sections; the last line wins.
 */
export const stateRole = (
  state: StatedStaff,
  role: StatedRole,
  application: ApplyContext,
  isAdministrator: IsAdministrator,
): StatedStaff | Problem => {
  const key = keyOf(role);
  const values: Values = {
    role: role.role,
    from: role.from ?? null,
    until: role.until ?? null,
    ...(role.sectionId === undefined && { sectionIds: null }),
  };
  const before = statedIn(state, key);
  const { world, ledger } = stateObject(before, values, application);
  const stated = withLedger(state, key, ledger);
  if (role.role === OWNER) return stateOwner(stated, role.userId, application, isAdministrator);
  if (isDeepStrictEqual(world, before.world)) return stated;
  if (state.owner === role.userId) return { problem: 'conflict', field: 'role' };
  const next = withWorld(stated, key, world);
  const max = state.owner === undefined ? MAX_UNIT_STAFF : MAX_STAFF - 1;
  if (next.staff.length > Math.max(max, state.staff.length)) return { problem: 'conflict', field: 'scopeId' };
  return withdrawReplaced(state, next, key, application);
};

/** Removes what a run stated. Restores the previous owner unless people have handed the course over since. */
export const undoStaff = (
  state: StatedStaff,
  application: ApplyContext,
  isAdministrator: IsAdministrator,
): UndoneObject<StatedStaff> => {
  const undone = Object.entries(state.ledgers)
    .filter(([, { entries }]) => entries.some(({ runs }) => runs.includes(application.run)))
    .map(([key]) => ({ key, ...undoObject(statedIn(state, key), application) }));
  let keepAsIs = state;
  for (const { key, after } of undone) keepAsIs = withLedger(keepAsIs, key, after.ledger);
  const ownerAfter = undone.find(({ key }) => key === OWNER)?.after.world?.['owner'];
  const isHandedBack = typeof ownerAfter === 'string' && ownerAfter !== state.owner;
  let after = isHandedBack ? handOver(keepAsIs, ownerAfter, isAdministrator) : keepAsIs;
  // Undoes additions first, so that the roles they replaced are possible again.
  const roles = undone
    .filter(({ key, after: { world } }) => key !== OWNER && !isDeepStrictEqual(world, worldOf(state, key)))
    .toSorted(
      (one, other) => Number(one.after.world !== undefined) - Number(other.after.world !== undefined),
    );
  for (const role of roles) after = withWorld(after, role.key, role.after.world);
  return { after, isKept: undone.some(({ isKept }) => isKept), keepAsIs };
};

export const overridesInStaff = (
  before: StatedStaff,
  after: StatedStaff,
  application: ApplyContext,
): string[] =>
  Object.keys(before.ledgers).flatMap((key) =>
    overridesBetween(statedIn(before, key), statedIn(after, key), application),
  );

export const staffValuesFromFiles = ({ owner, staff }: StatedStaff): unknown => [owner, staff];

const peopleIn = (key: string, { local, entries }: Ledger): string[] => {
  if (key !== OWNER) return [partsOf(key).userId];
  const owners = [local, ...entries.map(({ values }) => values)].map((values) => values['owner']);
  return [...new Set(owners.filter((owner) => typeof owner === 'string'))];
};

export const toStaffStatements = (ledgers: Record<string, Ledger>): StaffStatement[] | undefined => {
  const statements = Object.entries(ledgers).map(([key, ledger]) => ({
    key,
    people: peopleIn(key, ledger),
    ledger,
  }));
  return statements.length > 0 ? statements : undefined;
};
export const toLedgers = (statements: StaffStatement[] = []): Record<string, Ledger> =>
  Object.fromEntries(statements.map(({ key, ledger }) => [key, ledger]));
