import type { StatementSource } from '@qr-attendance/contracts';
import { describeSource, textOfValue } from '@qr-attendance/server';
import { findSource, type JsonValue, type Ledger, ONLY_FILES, type Values } from '@qr-attendance/statements';
import type { StaffStatement } from '../../db/statement-models.ts';
import { toDays } from './staff-days.ts';

export const OWNER_STATEMENT_KEY = 'owner';

interface Role {
  userId: string;
  role: string;
  from?: string | undefined;
  until?: string | undefined;
  sectionIds?: string[] | undefined;
}

const ledgerOf = (statements: readonly StaffStatement[], key: string): Ledger | undefined =>
  statements.find((one) => one.key === key)?.ledger;

/** Roles are stored with moments; this converts them to days. */
const textIn =
  (zone: string) =>
  (field: string, stated: JsonValue): string | undefined => {
    if (typeof stated !== 'string') return undefined;
    if (field === 'from') return toDays({ from: stated }, zone).from;
    if (field === 'until') return toDays({ until: stated }, zone).until;
    return textOfValue(field, stated);
  };

/** Finds the source that currently states a role: in the whole course or unit, or in one of its sections. */
export const sourceOfRole = (
  statements: readonly StaffStatement[] = [],
  { userId, role, from, until, sectionIds }: Role,
  zone: string,
): StatementSource | undefined => {
  const world: Values = { role, from: from ?? null, until: until ?? null };
  const whole = ledgerOf(statements, userId);
  if (findSource(whole, world, ONLY_FILES))
    return describeSource(whole, { ...world, sectionIds: sectionIds ?? null }, textIn(zone));
  const ofSections = (sectionIds ?? []).map((id) =>
    describeSource(ledgerOf(statements, `${userId} ${id}`), world, textIn(zone)),
  );
  return ofSections.find((source) => source !== undefined);
};

/**
 * Finds the source that currently states the owner of a course. `changedHere` contains the id of a different
 * stated owner.
 */
export const sourceOfOwner = (
  statements: readonly StaffStatement[] = [],
  owner: string,
): StatementSource | undefined => describeSource(ledgerOf(statements, OWNER_STATEMENT_KEY), { owner });
