import { nameSchema } from '@qr-attendance/contracts';
import { z } from 'zod/mini';
import type { TermDocument } from '../../../db/campus-models.ts';
import { findTermDaysProblem } from '../../../core/terms/rules/term-days.ts';
import type { TermCourses } from '../../../core/courses/term-courses.ts';
import type { Terms } from '../../../core/terms/terms.ts';
import { fileDaySchema } from './day.ts';
import { type Application, type Change, CONFLICT, defineKind, type Problem, writeEach } from './kind.ts';

const rowSchema = z.object({
  id: nameSchema(100),
  name: nameSchema(100),
  firstDay: fileDaySchema,
  lastDay: fileDaySchema,
});
type Row = z.output<typeof rowSchema>;

interface TermState {
  name: string;
  firstDay: string;
  lastDay: string;
  breaks: TermDocument['breaks'];
}

export interface TermDeps {
  terms: Terms;
  termCourses: TermCourses;
}

export const termRules = ({ terms, termCourses }: TermDeps) => {
  const writeOne = async (
    { key, before, after }: Change<TermState>,
    { by }: Application,
  ): Promise<Problem | undefined> => {
    const [term] = await terms.findByExternalIds([key]);
    if (!after) {
      if (!term) return undefined;
      const id = term._id.toHexString();
      if (await termCourses.isUsed({ termId: id })) return CONFLICT;
      const fields = { deleted: true, retired: id, copying: undefined };
      const deleted = await terms.change(term, fields, { by, change: 'import undone' });
      return deleted && deleted !== 'conflict' ? undefined : CONFLICT;
    }
    if (!term) {
      if (before) return CONFLICT;
      return (await terms.create({ ...after, externalId: key }, by)) === 'conflict' ? CONFLICT : undefined;
    }
    const changed = await terms.change(term, after, { by, change: 'imported' });
    return changed && changed !== 'conflict' ? undefined : CONFLICT;
  };

  return defineKind<Row, Row, TermState>({
    schema: rowSchema,
    statedKeys: (row) => [{ key: row.id, stated: row }],
    batchSize: 100,
    refersToItself: false,
    resolve: (rows) => Promise.resolve(rows.map((row) => ({ key: row.id, row }))),
    load: async (keys) => {
      const found = await terms.findByExternalIds(keys);
      return new Map(
        found.map(({ externalId = '', name, firstDay, lastDay, breaks }) => [
          externalId,
          { name, firstDay, lastDay, breaks },
        ]),
      );
    },
    fold: (state, { name, firstDay, lastDay }) => {
      const next = { name, firstDay, lastDay, breaks: state?.breaks ?? [] };
      const found = findTermDaysProblem(next);
      return found ? { problem: 'days_reversed', field: 'lastDay' } : next;
    },
    write: (changes, application) => writeEach(changes, (change) => writeOne(change, application)),
    countExisting: () => terms.count(),
  });
};
