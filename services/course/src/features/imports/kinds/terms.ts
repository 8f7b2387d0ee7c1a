import { nameSchema } from '@qr-attendance/contracts';
import type { Values } from '@qr-attendance/statements';
import { z } from 'zod/mini';
import type { TermDocument } from '../../../db/campus-models.ts';
import { findTermDaysProblem } from '../../../core/terms/rules/term-days.ts';
import type { TermCourses } from '../../../core/courses/term-courses.ts';
import { type Terms, type TermValues, valuesOfTerm } from '../../../core/terms/terms.ts';
import { fileDaySchema } from './day.ts';
import { type ApplyContext, type Change, CONFLICT_PROBLEM, defineKind, type Problem } from './kind.ts';
import { createPreviousIds, idIn, statedIdsOf } from './previous-ids.ts';
import {
  NOT_STATED,
  type StatedObject,
  statedObjects,
  stateObject,
  type StoredObject,
  writeObjects,
} from './stated-objects.ts';

const rowSchema = z.object({
  id: nameSchema(100),
  previous: z.optional(nameSchema(100)),
  name: nameSchema(100),
  firstDay: fileDaySchema,
  lastDay: fileDaySchema,
});
type Row = z.output<typeof rowSchema>;
interface StatedTerm extends StoredObject<TermDocument> {
  /** Files do not state breaks. */
  breaks: TermDocument['breaks'];
}

export interface TermDeps {
  terms: Terms;
  termCourses: TermCourses;
}

const valuesIn = (world: Values): Omit<TermValues, 'id'> => {
  const { id: _id, ...values } = world as unknown as TermValues;
  return values;
};

export const termRules = ({ terms, termCourses }: TermDeps) => {
  const remove = async (term: TermDocument, ledger: StatedObject['ledger'], by: string): Promise<boolean> => {
    const id = term._id.toHexString();
    if (await termCourses.isUsed({ termId: id })) return false;
    const fields = { deleted: true, retired: id, copying: undefined, statements: ledger };
    const deleted = await terms.change(term, fields, { by, change: 'import undone' });
    return deleted !== undefined && deleted !== 'conflict';
  };

  const writeOne = async (
    { key, before, after }: Change<StatedTerm>,
    { by }: ApplyContext,
  ): Promise<Problem | undefined> => {
    const { world, ledger: statements } = after ?? NOT_STATED;
    const externalId = idIn(world, key);
    const values = world && valuesIn(world);
    const term = before?.world && before.document;
    if (!term) {
      if (!values) return undefined;
      const created = await terms.create({ ...values, breaks: [], externalId, statements }, by);
      return created === 'conflict' ? CONFLICT_PROBLEM : undefined;
    }
    if (!values) return (await remove(term, statements, by)) ? undefined : CONFLICT_PROBLEM;
    const changed = await terms.change(
      term,
      { ...values, externalId, statements },
      { by, change: 'imported' },
    );
    return changed && changed !== 'conflict' ? undefined : CONFLICT_PROBLEM;
  };

  const store = {
    load: async (keys: string[], undoneRun?: string) => {
      const found = await terms.findStated(keys, undoneRun);
      return new Map(
        [...found].map(([key, document]): [string, StatedTerm] => [
          key,
          {
            world: document.deleted ? undefined : { ...valuesOfTerm(document) },
            ledger: document.statements,
            breaks: document.breaks,
            document,
          },
        ]),
      );
    },
    write: (changes: Change<StatedTerm>[], application: ApplyContext) =>
      writeObjects(changes, {
        stateAll: terms.stateAll,
        writeOne: (change) => writeOne(change, application),
      }),
  };

  const { beginBatch, findSettled, check, load } = createPreviousIds<StatedTerm>(store.load);
  return defineKind<Row, Row, StatedTerm>({
    schema: rowSchema,
    statedKeys: (row, isSettled) => statedIdsOf(row, row, isSettled),
    findSettled,
    batchSize: 100,
    refersToItself: false,
    beginBatch,
    resolve: async (rows) => {
      const problems = await check(rows);
      return rows.map((row, index) => problems[index] ?? { key: row.id, row });
    },
    ...statedObjects<StatedTerm>({ ...store, load }),
    fold: (stated = { ...NOT_STATED, breaks: [] }, { previous: _previous, ...values }, application) => {
      const next = stateObject(stated, values, application);
      const days = next.world as TermValues | undefined;
      const found = days && findTermDaysProblem({ ...days, breaks: next.breaks });
      return found ? { problem: 'days_reversed', field: 'lastDay' } : next;
    },
    countExisting: () => terms.count(),
  });
};
