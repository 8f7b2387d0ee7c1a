import { pipeline } from 'node:stream/promises';
import {
  defuseFormulas,
  IMPORT_FIELDS,
  objectIdSchema,
  routes,
  type ImportKind,
  type ImportRun,
} from '@qr-attendance/contracts';
import {
  answerPage,
  type Caller,
  implement,
  type Implementation,
  implementStream,
  readCursor,
  type InternalClient,
  type Worker,
} from '@qr-attendance/server';
import type { PeopleProjection } from '@qr-attendance/messaging/mongo';
import type { Ranking } from '@qr-attendance/statements';
import { choicesOf } from '@qr-attendance/tables';
import { stringify } from 'csv-stringify';
import { z } from 'zod';
import type { AuditDocument } from '../../db/audit-model.ts';
import type { ImportDocument } from '../../db/import-models.ts';
import { findImport } from './change-run.ts';
import { describeImports } from './describe-imports.ts';
import { chooseHeader, finishUpload } from './finish-upload.ts';
import {
  answerImport,
  confirmImport,
  createImport,
  deleteImport,
  putPart,
  stopImport,
  undoImport,
} from './manage-imports.ts';
import type { AnyKindRules } from './kinds/kind.ts';
import { previewUndo } from './undo-batch.ts';
import { startPreview } from './start-preview.ts';
import { textOfProblem } from './rules/problem-texts.ts';
import type { AuditLog } from '../../core/audit/audit-log.ts';
import type { ImportRuns } from './import-runs.ts';

interface Stores {
  clock: () => Date;
  auditLog: AuditLog;
  importRuns: ImportRuns;
  importWorker: Worker;
  importRulesOf: (run: ImportDocument) => AnyKindRules;
  importRanking: Ranking;
  importRetentionMs: number;
  people: PeopleProjection;
  auth: InternalClient;
}

/** The cell that a problem is about, for its text. */
const aboutCell = (kind: ImportKind, field: string, values: string[]) => ({
  found: values[IMPORT_FIELDS[kind].findIndex(({ name }) => name === field)],
  accepted: choicesOf(kind, field).join(', '),
});

const positionSchema = z.tuple([objectIdSchema]);

export const importRoutes = (context: Stores): Implementation[] => {
  const describe = async (run: ImportDocument): Promise<ImportRun> => {
    const [described] = await describeImports(context, [run]);
    return described as ImportRun;
  };
  const audit = ({ id: by }: Caller, run: ImportDocument, action: AuditDocument['action']): Promise<void> =>
    context.auditLog.write({ by, action, kind: 'import', objectId: run._id.toHexString(), name: run.kind });
  return [
    implement(routes.course.listImports, async ({ query, response }) => {
      const { limit, cursor } = query;
      const rows = await context.importRuns.list(limit + 1, readCursor(positionSchema, cursor)?.[0]);
      const shown = answerPage(response, rows, limit, ({ _id }) => [_id.toHexString()]);
      return describeImports(context, shown);
    }),
    implement(routes.course.createImport, async ({ caller, body }) =>
      describe(await createImport(context, caller.id, body)),
    ),
    implement(routes.course.getImport, async ({ params }) => describe(await findImport(context, params.id))),
    implement(routes.course.putImportPart, ({ params, body }) =>
      putPart(context, params.id, params.index, body),
    ),
    implement(routes.course.finishImportUpload, async ({ params }) =>
      describe(await finishUpload(context, params.id)),
    ),
    implement(routes.course.chooseImportHeader, async ({ params, body }) =>
      describe(await chooseHeader(context, params.id, body)),
    ),
    implement(routes.course.previewImport, async ({ params, body }) =>
      describe(await startPreview(context, params.id, body)),
    ),
    implement(routes.course.confirmImport, async ({ caller, params, body }) => {
      const run = await confirmImport(context, params.id, body);
      await audit(caller, run, 'import_confirmed');
      return describe(run);
    }),
    implement(routes.course.answerImport, async ({ params, body }) =>
      describe(await answerImport(context, params, body)),
    ),
    implement(routes.course.stopImport, async ({ caller, params }) => {
      const run = await stopImport(context, params.id);
      await audit(caller, run, 'import_stopped');
      return describe(run);
    }),
    implement(routes.course.previewImportUndo, async ({ params }) => {
      const run = await findImport(context, params.id);
      return previewUndo(
        { runs: context.importRuns, ranking: context.importRanking },
        context.importRulesOf(run),
        run,
        context.clock(),
      );
    }),
    implement(routes.course.undoImport, async ({ caller, params }) => {
      const run = await undoImport(context, params.id);
      await audit(caller, run, 'import_undone');
      return describe(run);
    }),
    implementStream(routes.course.exportImportErrors, async ({ params, response }) => {
      const run = await findImport(context, params.id);
      const fields = IMPORT_FIELDS[run.kind].map(({ name }) => name);
      const lines = async function* () {
        yield ['line', 'problem', 'field', ...fields];
        for await (const { line, problem, field = '', values, ...other } of context.importRuns.readErrors(
          run,
        ))
          yield [
            line,
            textOfProblem(problem, { ...other, ...aboutCell(run.kind, field, values) }),
            field,
            ...values,
          ];
      };
      response.set({
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="import-errors-${params.id}.csv"`,
      });
      await pipeline(
        lines,
        stringify({ bom: true, cast: { string: defuseFormulas }, quoted_string: true }),
        response,
      );
    }),
    implement(routes.course.deleteImport, async ({ caller, params }) =>
      audit(caller, await deleteImport(context, params.id), 'import_deleted'),
    ),
  ];
};
