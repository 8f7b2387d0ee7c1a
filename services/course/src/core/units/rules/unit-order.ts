import { unitKindSchema, type UnitDetails } from '@qr-attendance/contracts';

const rankOf = (kind: UnitDetails['kind']): number =>
  unitKindSchema.options.findIndex((known) => known === kind);

/** A parent is of an earlier kind than its children, and kinds never change, so cycles are impossible. */
export const canContain = (parent: Pick<UnitDetails, 'kind'>, child: Pick<UnitDetails, 'kind'>): boolean =>
  rankOf(parent.kind) < rankOf(child.kind);
