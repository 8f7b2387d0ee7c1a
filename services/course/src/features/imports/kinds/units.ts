import { nameSchema, unitKindSchema } from '@qr-attendance/contracts';
import { z } from 'zod/mini';
import type { UnitDocument } from '../../../db/campus-models.ts';
import { canContain } from '../../../core/units/rules/unit-order.ts';
import type { TermCourses } from '../../../core/courses/term-courses.ts';
import type { Units } from '../../../core/units/units.ts';
import {
  type Application,
  type Change,
  CONFLICT,
  defineKind,
  type Problem,
  type Target,
  writeEach,
} from './kind.ts';

const idSchema = nameSchema(100);
const rowSchema = z.object({
  id: idSchema,
  parent: z.optional(idSchema),
  kind: z.pipe(
    z.transform((value) => String(value).toLowerCase()),
    unitKindSchema,
  ),
  name: nameSchema(200),
});
type Row = z.output<typeof rowSchema>;

interface UnitState {
  kind: UnitDocument['kind'];
  name: string;
  /** The external id of the parent, or its id with a sign before it if it has no external one. */
  parent?: string;
}

const INTERNAL = '#';

const nameOf = ({ _id, externalId }: UnitDocument): string => externalId ?? `${INTERNAL}${_id.toHexString()}`;

export interface UnitDeps {
  units: Units;
  termCourses: TermCourses;
}

export const unitRules = ({ units, termCourses }: UnitDeps) => {
  const kinds = new Map<string, UnitDocument['kind']>();
  const findByName = async (name: string): Promise<UnitDocument | undefined> =>
    name.startsWith(INTERNAL)
      ? units.find(name.slice(INTERNAL.length))
      : (await units.findByExternalIds([name]))[0];

  const kindOf = async (id: string): Promise<UnitDocument['kind'] | undefined> => {
    const known = kinds.get(id) ?? (await findByName(id))?.kind;
    if (known !== undefined) kinds.set(id, known);
    return known;
  };

  const resolveOne = async (row: Row): Promise<Target<Row> | Problem> => {
    const parentKind = row.parent === undefined ? undefined : await kindOf(row.parent);
    if (row.parent !== undefined && parentKind === undefined)
      return { problem: 'unknown_unit', field: 'parent' };
    if (parentKind !== undefined && !canContain({ kind: parentKind }, row))
      return { problem: 'unit_order', field: 'kind' };
    kinds.set(row.id, row.kind);
    return { key: row.id, row };
  };

  const stateOf = (unit: UnitDocument, parents: Map<string, string>): UnitState => ({
    ...{ kind: unit.kind, name: unit.name },
    ...(unit.parentId !== undefined && {
      parent: parents.get(unit.parentId) ?? `${INTERNAL}${unit.parentId}`,
    }),
  });

  const writeOne = async (
    { key, before, after }: Change<UnitState>,
    { by }: Application,
  ): Promise<Problem | undefined> => {
    const [unit] = await units.findByExternalIds([key]);
    if (!after) {
      if (!unit) return undefined;
      const id = unit._id.toHexString();
      if ((await units.hasChildren(id)) || (await termCourses.isUsed({ unitId: id }))) return CONFLICT;
      const fields = { deleted: true, retired: id };
      const deleted = await units.change(unit, fields, { by, change: 'import undone' });
      return deleted && deleted !== 'conflict' ? undefined : CONFLICT;
    }
    const parent = after.parent === undefined ? undefined : await findByName(after.parent);
    if (after.parent !== undefined && !parent) return { problem: 'unknown_unit', field: 'parent' };
    const parentId = parent?._id.toHexString();
    if (!unit) {
      if (before) return CONFLICT;
      const details = { kind: after.kind, name: after.name, externalId: key, parentId };
      return (await units.create(details, by)) === 'conflict' ? CONFLICT : undefined;
    }
    const fields = { name: after.name, parentId };
    const changed = await units.change(unit, fields, { by, change: 'imported' });
    return changed && changed !== 'conflict' ? undefined : CONFLICT;
  };

  return defineKind<Row, Row, UnitState>({
    schema: rowSchema,
    statedKeys: (row) => [{ key: row.id, stated: row }],
    // Written one after the other, and a run stops only after a batch.
    batchSize: 20,
    refersToItself: true,
    resolve: async (rows) => {
      const targets: (Target<Row> | Problem)[] = [];
      // In the order of the file, because a unit may be below one of an earlier line.
      for (const row of rows) targets.push(await resolveOne(row));
      return targets;
    },
    load: async (keys) => {
      const found = await units.findByExternalIds(keys);
      const parents = await units.listByIds(found.flatMap(({ parentId }) => parentId ?? []));
      const names = new Map(parents.map((parent) => [parent._id.toHexString(), nameOf(parent)]));
      return new Map(found.map((unit) => [unit.externalId ?? '', stateOf(unit, names)]));
    },
    fold: (state, { kind, name, parent }) => {
      // The kind of a unit never changes.
      if (state && state.kind !== kind) return { problem: 'unit_order', field: 'kind' };
      return { kind, name, ...(parent !== undefined && { parent }) };
    },
    write: (changes, application) => writeEach(changes, (change) => writeOne(change, application)),
    countExisting: () => units.count(),
  });
};
