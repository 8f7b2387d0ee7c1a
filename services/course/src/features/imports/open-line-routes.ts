import { IMPORT_FIELDS, type ImportRun, routes } from '@qr-attendance/contracts';
import { answerPage, implement, type Implementation, readCursor } from '@qr-attendance/server';
import { z } from 'zod';
import type { ImportDocument } from '../../db/import-models.ts';
import { findImport, type ImportDeps } from './change-run.ts';
import { describeOpenLines } from './describe-open-lines.ts';
import { readImportHistory } from './import-history.ts';
import { offerLines } from './offer-lines.ts';

type Deps = ImportDeps & Parameters<typeof readImportHistory>[0] & Parameters<typeof offerLines>[0];

const openPositionSchema = z.tuple([z.iso.datetime(), z.string()]);
const linePositionSchema = z.tuple([z.int()]);
const FIELDS = IMPORT_FIELDS.people.map(({ name }) => name);
const [PERSON, NAME] = [FIELDS.indexOf('person'), FIELDS.indexOf('name')];

/** Must precede `/api/imports/:id`, which would match these paths. */
export const openLineRoutes = (
  context: Deps,
  describe: (run: ImportDocument) => Promise<ImportRun>,
): Implementation[] => [
  implement(routes.course.listOpenLines, async ({ query, response }) => {
    const { limit, cursor, ...filter } = query;
    const after = readCursor(openPositionSchema, cursor);
    const rows = await context.openLines.list({ ...filter, limit: limit + 1, after });
    const shown = answerPage(response, rows, limit, ({ since, _id }) => [since.toISOString(), _id]);
    return describeOpenLines(context.nameIds, shown);
  }),
  implement(routes.course.offerOpenLines, async ({ caller, body }) =>
    Promise.all((await offerLines(context, caller.id, body.ids)).map(describe)),
  ),
  implement(routes.course.getImportHistory, ({ query }) => readImportHistory(context, query)),
  implement(routes.course.listErasedLines, async ({ params, query, response }) => {
    const { limit, cursor } = query;
    const run = await findImport(context, params.id);
    const [after = 0] = readCursor(linePositionSchema, cursor) ?? [];
    const rows = await context.importRuns.listErased(run, limit + 1, after);
    const shown = answerPage(response, rows, limit, ({ line }) => [line]);
    return shown.map(({ line, values, day }) => ({
      line,
      person: values[PERSON] ?? '',
      name: values[NAME] ?? '',
      day,
    }));
  }),
];
