import { routes } from '@qr-attendance/contracts';
import { type Implementation, implementStream } from '@qr-attendance/server';
import type { ImportDocument } from '../../db/import-models.ts';
import { findImport } from './change-run.ts';
import { changeRows } from './change-rows.ts';
import { errorRows } from './error-rows.ts';
import type { ImportRuns } from './import-runs.ts';
import type { AnyKindRules } from './kinds/kind.ts';
import type { NameIds } from './names-of-ids.ts';
import { sendFile } from './send-file.ts';
import { templateRows } from './template-rows.ts';

interface FileDeps {
  importRuns: ImportRuns;
  importRulesOf: (run: ImportDocument) => AnyKindRules;
  nameIds: NameIds;
}

export const importFileRoutes = (context: FileDeps): Implementation[] => [
  implementStream(
    routes.course.getImportTemplate,
    async ({ params: { kind }, query: { format }, response }) =>
      sendFile(response, { name: kind, format }, templateRows(kind, format)),
  ),
  implementStream(
    routes.course.exportImportErrors,
    async ({ params: { id }, query: { format }, response }) => {
      const rows = errorRows(context.importRuns, await findImport(context, id));
      await sendFile(response, { name: `import-errors-${id}`, format }, rows);
    },
  ),
  implementStream(
    routes.course.exportImportChanges,
    async ({ params: { id }, query: { format }, response }) => {
      const run = await findImport(context, id);
      const { importRuns: runs, importRulesOf, nameIds } = context;
      const rows = changeRows({ runs, rules: importRulesOf(run), nameIds }, run);
      await sendFile(response, { name: `import-changes-${id}`, format }, rows);
    },
  ),
];
