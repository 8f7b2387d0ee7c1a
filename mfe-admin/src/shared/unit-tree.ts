import { foldForSearch, unitKindSchema, type Unit } from '@qr-attendance/contracts';

export interface UnitNode {
  unit: Unit;
  children: UnitNode[];
}

/** Units without a parent in the list are roots. With a search, keeps only matches and their ancestors. */
export const toTree = (units: Unit[], search = ''): UnitNode[] => {
  const wanted = foldForSearch(search.trim());
  const ids = new Set(units.map(({ _id }) => _id));
  const byParent = Map.groupBy(units, ({ parentId }) => (parentId && ids.has(parentId) ? parentId : ''));
  const matches = ({ name, externalId = '' }: Unit) =>
    foldForSearch(name).includes(wanted) || foldForSearch(externalId).includes(wanted);
  const build = (parent: string): UnitNode[] =>
    (byParent.get(parent) ?? [])
      .toSorted((one, other) => one.name.localeCompare(other.name))
      .map((unit) => ({ unit, children: build(unit._id) }))
      .filter(({ unit, children }) => children.length > 0 || matches(unit));
  return build('');
};

const rankOf = (kind: string) => unitKindSchema.options.findIndex((known) => known === kind);

export const childKindsOf = (parent: Pick<Unit, 'kind'> | undefined) =>
  unitKindSchema.options.filter((kind) => !parent || rankOf(kind) > rankOf(parent.kind));

export const possibleParentsOf = (units: Unit[], kind: string): Unit[] =>
  units.filter((unit) => rankOf(unit.kind) < rankOf(kind));

export const labelOf = ({ path, name }: Unit): string => [...path, name].join(' › ');
