import type { StatementSource } from '@qr-attendance/contracts';
import { describeSource } from '@qr-attendance/server';
import { findSource, type Ledger, ONLY_FILES } from '@qr-attendance/statements';
import { type CampusDays, momentOf } from './period-days.ts';
import { type StatedMember, worldOf } from './stated-memberships.ts';

export interface CurrentStatedMember extends StatedMember {
  active: boolean;
  sectionId: string;
}

export interface MemberSource {
  sectionId: string;
  onRoster: boolean;
  source?: StatementSource | undefined;
  /** The reason why the statement is not applied yet. */
  pending?: string;
}

const hasNotEnded = (ledger: Ledger | undefined, now: Date, days: CampusDays): boolean => {
  const found = findSource(ledger, undefined, ONLY_FILES);
  const ended = momentOf(found?.values['ended'], days);
  return found !== undefined && (ended === undefined || ended > now);
};

const hasBegun = (ledger: Ledger | undefined, now: Date, days: CampusDays): boolean => {
  const began = momentOf(findSource(ledger, undefined, ONLY_FILES)?.values['began'], days);
  return began === undefined || began <= now;
};

/**
 * Compares the roster with the sources: the student's section, and every other section in which a source
 * states the student (rule 18 of statements).
 */
export const memberSources = (
  { active, sectionId: current, periods, statements }: CurrentStatedMember,
  now: Date,
  days: CampusDays,
  nameOf: (sectionId: string) => string | undefined,
): MemberSource[] => {
  const sourceIn = (sectionId: string) => {
    const world = worldOf({ periods, statements }, sectionId, { at: now }, days);
    return describeSource(statements[sectionId], world);
  };
  const elsewhere = Object.keys(statements).flatMap((sectionId): MemberSource[] => {
    const ledger = statements[sectionId];
    if (active && sectionId === current) return [];
    if (hasNotEnded(ledger, now, days))
      return hasBegun(ledger, now, days) ? [{ sectionId, onRoster: false, source: sourceIn(sectionId) }] : [];
    const [pending] = Object.values(ledger?.pending ?? {});
    return pending ? [{ sectionId, onRoster: false, pending: pending.reason }] : [];
  });
  if (!active) return elsewhere;
  if (hasNotEnded(statements[current], now, days))
    return [{ sectionId: current, onRoster: true, source: sourceIn(current) }, ...elsewhere];
  const other = elsewhere.find(({ source }) => source !== undefined);
  if (!other?.source) return [{ sectionId: current, onRoster: true }, ...elsewhere];
  const name = nameOf(other.sectionId);
  const changedHere = [{ field: 'section', ...(name !== undefined && { stated: name }) }];
  return [{ sectionId: current, onRoster: true, source: { ...other.source, changedHere } }, ...elsewhere];
};

export const isStatedInSection = ({ onRoster, source }: MemberSource): boolean =>
  onRoster && source !== undefined && !source.changedHere?.some(({ field }) => field === 'section');
