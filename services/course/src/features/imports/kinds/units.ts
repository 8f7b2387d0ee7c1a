import { nameSchema, unitKindSchema } from '@qr-attendance/contracts';
import { z } from 'zod/mini';
import type { UnitDocument } from '../../../db/campus-models.ts';
import { canContain } from '../../../core/units/rules/unit-order.ts';
import type { TermCourses } from '../../../core/courses/term-courses.ts';
import type { Units } from '../../../core/units/units.ts';
import { type Application, type Change, CONFLICT, defineKind, type Problem, type Target } from './kind.ts';
import {
  NOT_STATED,
  type Stated,
  statedObjects,
  stateObject,
  type StoredObject,
  writeObjects,
} from './stated-objects.ts';

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

interface UnitValues {
  kind: UnitDocument['kind'];
  name: string;
  /** The external id of the parent, or its id with a sign before it if it has no external one. */
  parent: string | null;
}
type StatedUnit = StoredObject<UnitDocument>;

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

  const remove = async (unit: UnitDocument, statements: Stated['ledger'], by: string): Promise<boolean> => {
    const id = unit._id.toHexString();
    if ((await units.hasChildren(id)) || (await termCourses.isUsed({ unitId: id }))) return false;
    const fields = { deleted: true, retired: id, statements };
    const deleted = await units.change(unit, fields, { by, change: 'import undone' });
    return deleted !== undefined && deleted !== 'conflict';
  };

  const writeOne = async (
    { key, before, after }: Change<StatedUnit>,
    { by }: Application,
  ): Promise<Problem | undefined> => {
    const { world, ledger: statements } = after ?? NOT_STATED;
    const unit = before?.world && before.document;
    if (!world) return !unit || (await remove(unit, statements, by)) ? undefined : CONFLICT;
    const { kind, name, parent: parentName } = world as unknown as UnitValues;
    const parent = parentName === null ? undefined : await findByName(parentName);
    if (parentName !== null && !parent) return { problem: 'unknown_unit', field: 'parent' };
    const parentId = parent?._id.toHexString();
    if (!unit) {
      const created = await units.create({ kind, name, externalId: key, parentId, statements }, by);
      return created === 'conflict' ? CONFLICT : undefined;
    }
    const changed = await units.change(unit, { name, parentId, statements }, { by, change: 'imported' });
    return changed && changed !== 'conflict' ? undefined : CONFLICT;
  };

  const store = {
    load: async (keys: string[]) => {
      const found = await units.findStated(keys);
      const parents = await units.listByIds([...found.values()].flatMap(({ parentId }) => parentId ?? []));
      const names = new Map(parents.map((parent) => [parent._id.toHexString(), nameOf(parent)]));
      const parentOf = ({ parentId }: UnitDocument): string | null =>
        parentId === undefined ? null : (names.get(parentId) ?? `${INTERNAL}${parentId}`);
      return new Map(
        [...found].map(([key, document]): [string, StatedUnit] => {
          const { kind, name, deleted, statements: ledger } = document;
          const values = { kind, name, parent: parentOf(document) };
          return [key, { world: deleted ? undefined : values, ledger, document }];
        }),
      );
    },
    write: (changes: Change<StatedUnit>[], application: Application) =>
      writeObjects(changes, {
        stateAll: units.stateAll,
        writeOne: (change) => writeOne(change, application),
      }),
  };

  return defineKind<Row, Row, StatedUnit>({
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
    ...statedObjects(store),
    fold: (stated = NOT_STATED, { id: _id, kind, name, parent = null }, application) => {
      // The kind of a unit never changes.
      if (stated.world && stated.world['kind'] !== kind) return { problem: 'unit_order', field: 'kind' };
      return stateObject(stated, { kind, name, parent }, application);
    },
    countExisting: () => units.count(),
  });
};
