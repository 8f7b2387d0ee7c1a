import { objectIdSchema, routes, type ImportRun } from '@qr-attendance/contracts';
import {
  answerPage,
  type Caller,
  implement,
  type Implementation,
  readCursor,
  type InternalClient,
  type Worker,
} from '@qr-attendance/server';
import type { PeopleProjection } from '@qr-attendance/messaging/mongo';
import type { Ranking } from '@qr-attendance/statements';
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
import { openLineRoutes } from './open-line-routes.ts';
import type { OpenLines } from './open-lines.ts';
import { previewUndo } from './undo-batch.ts';
import { startPreview } from './start-preview.ts';
import { importFileRoutes } from './file-routes.ts';
import type { AuditLog } from '../../core/audit/audit-log.ts';
import type { ImportRuns } from './import-runs.ts';
import type { NameIds } from './names-of-ids.ts';

interface Stores {
  nameIds: NameIds;
  openLines: OpenLines;
  clock: () => Date;
  auditLog: AuditLog;
  importRuns: ImportRuns;
  importWorker: Worker;
  importReader: Worker;
  importRulesOf: (run: ImportDocument) => AnyKindRules;
  importRanking: Ranking;
  importRetentionMs: number;
  people: PeopleProjection;
  auth: InternalClient;
}

const positionSchema = z.tuple([objectIdSchema]);

export const importRoutes = (context: Stores): Implementation[] => {
  const describe = async (run: ImportDocument): Promise<ImportRun> => {
    const [described] = await describeImports(context, [run]);
    return described as ImportRun;
  };
  const audit = ({ id: by }: Caller, run: ImportDocument, action: AuditDocument['action']): Promise<void> =>
    context.auditLog.write({ by, action, kind: 'import', objectId: run._id.toHexString(), name: run.kind });
  return [
    ...openLineRoutes(context, describe),
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
    ...importFileRoutes(context),
    implement(routes.course.deleteImport, async ({ caller, params }) =>
      audit(caller, await deleteImport(context, params.id), 'import_deleted'),
    ),
  ];
};
