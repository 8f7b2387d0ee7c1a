import { unitKindSchema, type UnitDetails } from '@qr-attendance/contracts';

const rankOf = (kind: UnitDetails['kind']): number =>
  unitKindSchema.options.findIndex((known) => known === kind);

/**
 * Kinds are ordered: the kind of a parent comes before the kinds of its children. Kinds never change, so cycles are
 * impossible.
 */
export const canContain = (parent: Pick<UnitDetails, 'kind'>, child: Pick<UnitDetails, 'kind'>): boolean =>
  rankOf(parent.kind) < rankOf(child.kind);
