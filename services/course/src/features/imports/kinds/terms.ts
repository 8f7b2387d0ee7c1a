import { nameSchema } from '@qr-attendance/contracts';
import { z } from 'zod/mini';
import type { TermDocument } from '../../../db/campus-models.ts';
import { findTermDaysProblem } from '../../../core/terms/rules/term-days.ts';
import type { TermCourses } from '../../../core/courses/term-courses.ts';
import type { Terms } from '../../../core/terms/terms.ts';
import { fileDaySchema } from './day.ts';
import { type Application, type Change, CONFLICT, defineKind, type Problem } from './kind.ts';
import {
  NOT_STATED,
  type Stated,
  statedObjects,
  stateObject,
  type StoredObject,
  writeObjects,
} from './stated-objects.ts';

const rowSchema = z.object({
  id: nameSchema(100),
  name: nameSchema(100),
  firstDay: fileDaySchema,
  lastDay: fileDaySchema,
});
type Row = z.output<typeof rowSchema>;
type TermValues = Omit<Row, 'id'>;
interface StatedTerm extends StoredObject<TermDocument> {
  /** No file states them. */
  breaks: TermDocument['breaks'];
}

export interface TermDeps {
  terms: Terms;
  termCourses: TermCourses;
}

const valuesOf = ({ name, firstDay, lastDay }: TermDocument): TermValues => ({ name, firstDay, lastDay });

export const termRules = ({ terms, termCourses }: TermDeps) => {
  const remove = async (term: TermDocument, ledger: Stated['ledger'], by: string): Promise<boolean> => {
    const id = term._id.toHexString();
    if (await termCourses.isUsed({ termId: id })) return false;
    const fields = { deleted: true, retired: id, copying: undefined, statements: ledger };
    const deleted = await terms.change(term, fields, { by, change: 'import undone' });
    return deleted !== undefined && deleted !== 'conflict';
  };

  const writeOne = async (
    { key: externalId, before, after }: Change<StatedTerm>,
    { by }: Application,
  ): Promise<Problem | undefined> => {
    const { world, ledger: statements } = after ?? NOT_STATED;
    const values = world as TermValues | undefined;
    const term = before?.world && before.document;
    if (!term) {
      if (!values) return undefined;
      const created = await terms.create({ ...values, breaks: [], externalId, statements }, by);
      return created === 'conflict' ? CONFLICT : undefined;
    }
    if (!values) return (await remove(term, statements, by)) ? undefined : CONFLICT;
    const changed = await terms.change(term, { ...values, statements }, { by, change: 'imported' });
    return changed && changed !== 'conflict' ? undefined : CONFLICT;
  };

  const store = {
    load: async (keys: string[]) => {
      const found = await terms.findStated(keys);
      return new Map(
        [...found].map(([key, document]): [string, StatedTerm] => [
          key,
          {
            world: document.deleted ? undefined : { ...valuesOf(document) },
            ledger: document.statements,
            breaks: document.breaks,
            document,
          },
        ]),
      );
    },
    write: (changes: Change<StatedTerm>[], application: Application) =>
      writeObjects(changes, {
        stateAll: terms.stateAll,
        writeOne: (change) => writeOne(change, application),
      }),
  };

  return defineKind<Row, Row, StatedTerm>({
    schema: rowSchema,
    statedKeys: (row) => [{ key: row.id, stated: row }],
    batchSize: 100,
    refersToItself: false,
    resolve: (rows) => Promise.resolve(rows.map((row) => ({ key: row.id, row }))),
    ...statedObjects(store),
    fold: (stated = { ...NOT_STATED, breaks: [] }, { id: _id, ...values }, application) => {
      const next = stateObject(stated, values, application);
      const days = next.world as TermValues | undefined;
      const found = days && findTermDaysProblem({ ...days, breaks: next.breaks });
      return found ? { problem: 'days_reversed', field: 'lastDay' } : next;
    },
    countExisting: () => terms.count(),
  });
};
