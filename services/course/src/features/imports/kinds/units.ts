import { nameSchema, unitKindSchema } from '@qr-attendance/contracts';
import { z } from 'zod/mini';
import type { UnitDocument } from '../../../db/campus-models.ts';
import { canContain } from '../../../core/units/rules/unit-order.ts';
import type { TermCourses } from '../../../core/courses/term-courses.ts';
import { referenceOf, withPresentParents } from '../../../core/units/former-ids.ts';
import { type Units, type UnitValues, valuesOfUnit } from '../../../core/units/units.ts';
import {
  type ApplyContext,
  type Change,
  CONFLICT_PROBLEM,
  defineKind,
  type Problem,
  type Target,
} from './kind.ts';
import { createPreviousIds, idIn, statedIdsOf } from './previous-ids.ts';
import {
  NOT_STATED,
  type StatedObject,
  statedObjects,
  stateObject,
  type StoredObject,
  writeObjects,
} from './stated-objects.ts';

const idSchema = nameSchema(100);
const rowSchema = z.object({
  id: idSchema,
  previous: z.optional(idSchema),
  parent: z.optional(idSchema),
  kind: z.pipe(
    z.transform((value) => String(value).toLowerCase()),
    unitKindSchema,
  ),
  name: nameSchema(200),
});
type Row = z.output<typeof rowSchema>;

type StatedUnit = StoredObject<UnitDocument>;

export interface UnitDeps {
  units: Units;
  termCourses: TermCourses;
}

export const unitRules = ({ units, termCourses }: UnitDeps) => {
  /** Kinds of units by external id; undefined for an id that earlier lines have replaced. */
  const kinds = new Map<string, UnitDocument['kind'] | undefined>();
  const newIds = new Map<string, string>();
  const kindOf = async (id: string): Promise<UnitDocument['kind'] | undefined> => {
    if (kinds.has(id)) return kinds.get(id);
    const kind = (await units.findByReference(id))?.kind;
    if (kind !== undefined) kinds.set(id, kind);
    return kind;
  };

  const resolveOne = async (row: Row): Promise<Target<Row> | Problem> => {
    const parentKind = row.parent === undefined ? undefined : await kindOf(row.parent);
    if (row.parent !== undefined && parentKind === undefined)
      return { problem: 'unknown_unit', field: 'parent' };
    if (parentKind !== undefined && !canContain({ kind: parentKind }, row))
      return { problem: 'unit_order', field: 'kind' };
    const { id, previous = id } = row;
    if (previous !== id) {
      kinds.set(previous, undefined);
      newIds.set(previous, id);
    }
    kinds.set(id, row.kind);
    return { key: id, row };
  };

  const remove = async (
    unit: UnitDocument,
    statements: StatedObject['ledger'],
    by: string,
  ): Promise<boolean> => {
    const id = unit._id.toHexString();
    if ((await units.hasChildren(id)) || (await termCourses.isUsed({ unitId: id }))) return false;
    const fields = { deleted: true, retired: id, statements };
    const deleted = await units.change(unit, fields, { by, change: 'import undone' });
    return deleted !== undefined && deleted !== 'conflict';
  };

  const writeOne = async (
    { key, before, after }: Change<StatedUnit>,
    { by }: ApplyContext,
  ): Promise<Problem | undefined> => {
    const { world, ledger: statements } = after ?? NOT_STATED;
    const unit = before?.world && before.document;
    if (!world) return !unit || (await remove(unit, statements, by)) ? undefined : CONFLICT_PROBLEM;
    const { kind, name, parent: reference } = world as unknown as UnitValues;
    const externalId = idIn(world, key);
    const parent = reference === null ? undefined : await units.findByReference(reference);
    if (reference !== null && !parent) return { problem: 'unknown_unit', field: 'parent' };
    // After an undo, a statement may name a unit that has taken the previous unit's ID.
    if (parent && !canContain(parent, unit ?? { kind })) return { problem: 'unit_order', field: 'parent' };
    const parentId = parent?._id.toHexString();
    if (!unit) {
      const created = await units.create({ kind, name, externalId, parentId, statements }, by);
      return created === 'conflict' ? CONFLICT_PROBLEM : undefined;
    }
    const fields = { name, externalId, parentId, statements };
    const changed = await units.change(unit, fields, { by, change: 'imported' });
    return changed && changed !== 'conflict' ? undefined : CONFLICT_PROBLEM;
  };

  const store = {
    load: async (keys: string[], undoneRun?: string) => {
      const found = await units.findStated(keys, undoneRun);
      const parents = await units.listByIds([...found.values()].flatMap(({ parentId }) => parentId ?? []));
      const references = new Map(
        parents.map((parent) => {
          const reference = referenceOf(parent);
          return [parent._id.toHexString(), newIds.get(reference) ?? reference];
        }),
      );
      const ledgers = await withPresentParents(
        units,
        [...found.values()].map(({ _id, parentId, statements: ledger }) => ({
          id: _id.toHexString(),
          ledger,
          reference: references.get(parentId ?? ''),
        })),
        { isUndo: undoneRun !== undefined, newIds },
      );
      return new Map(
        [...found].map(([key, document], index): [string, StatedUnit] => {
          const { parentId = '', deleted } = document;
          const values = valuesOfUnit(document, references.get(parentId));
          return [key, { world: deleted ? undefined : { ...values }, ledger: ledgers[index], document }];
        }),
      );
    },
    write: (changes: Change<StatedUnit>[], application: ApplyContext) =>
      writeObjects(changes, {
        stateAll: units.stateAll,
        writeOne: (change) => writeOne(change, application),
      }),
  };

  const { beginBatch, findSettled, check, load } = createPreviousIds<StatedUnit>(store.load);
  return defineKind<Row, Row, StatedUnit>({
    schema: rowSchema,
    statedKeys: (row, isSettled) => statedIdsOf(row, row, isSettled),
    findSettled,
    beginBatch,
    // Small, because units are written one by one and a run can be stopped only after a batch.
    batchSize: 20,
    refersToItself: true,
    resolve: async (rows) => {
      const problems = await check(rows);
      const targets: (Target<Row> | Problem)[] = [];
      // One by one in the order of the file, because a line may refer to a unit of an earlier line.
      for (const [index, row] of rows.entries()) targets.push(problems[index] ?? (await resolveOne(row)));
      return targets;
    },
    ...statedObjects<StatedUnit>({ ...store, load }),
    fold: (stated = NOT_STATED, { id, kind, name, parent = null }, application) => {
      if (stated.world && stated.world['kind'] !== kind) return { problem: 'unit_order', field: 'kind' };
      return stateObject(stated, { id, kind, name, parent }, application);
    },
    countExisting: () => units.count(),
  });
};
