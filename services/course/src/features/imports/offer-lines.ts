import { MAX_IMPORT_PART_BYTES } from '@qr-attendance/contracts';
import { conflict } from '@qr-attendance/server';
import type { Ranking } from '@qr-attendance/statements';
import { stringify } from 'csv-stringify/sync';
import type { ImportDocument } from '../../db/import-models.ts';
import type { OpenLineDocument } from '../../db/open-line-model.ts';
import type { ImportDeps } from './change-run.ts';
import { finishUpload } from './finish-upload.ts';
import { createImport } from './manage-imports.ts';
import type { OpenLines } from './open-lines.ts';
import { startPreview } from './start-preview.ts';

interface OfferLinesDeps extends ImportDeps {
  importRanking: Ranking;
  openLines: OpenLines;
}

/**
 * Groups lines of a kind and source whose files have the same columns. An empty cell of a column can state
 * that there is no value.
 */
const groupOf = ({ kind, source, state, columns }: OpenLineDocument): string =>
  JSON.stringify([kind, source, state, columns]);

const createOffer = async (
  context: OfferLinesDeps,
  adminId: string,
  lines: OpenLineDocument[],
): Promise<ImportDocument | undefined> => {
  const [first] = lines;
  if (!first) return undefined;
  const { kind, source, state, columns } = first;
  const file = Buffer.from(
    stringify([columns, ...lines.map(({ fields }) => columns.map((name) => fields[name] ?? ''))]),
  );
  const names = [...new Set(lines.map(({ fileName }) => fileName))];
  const run = await createImport(context, adminId, {
    kind,
    source,
    fileName: names.length === 1 ? (names[0] ?? kind) : kind,
    bytes: file.length,
  });
  await context.importRuns.change(run, ['uploading'], { isOffer: true, takesUp: state === 'declined' });
  for (let start = 0; start < file.length; start += MAX_IMPORT_PART_BYTES)
    await context.importRuns.putPart(
      run,
      start / MAX_IMPORT_PART_BYTES,
      file.subarray(start, start + MAX_IMPORT_PART_BYTES),
    );
  const id = run._id.toHexString();
  await finishUpload(context, id);
  const mapping = Object.fromEntries(columns.map((name, index) => [name, index]));
  return startPreview(context, id, { mapping });
};

/** Turns open lines into a separate import, which is previewed, confirmed and undone like the import of a file. */
export const offerLines = async (
  context: OfferLinesDeps,
  adminId: string,
  ids: string[],
): Promise<ImportDocument[]> => {
  const lines = await context.openLines.find(ids);
  if (lines.length === 0)
    throw conflict('not_open', 'These lines are no longer open. Reload the page to see those that are.');
  const runs: ImportDocument[] = [];
  for (const group of Map.groupBy(lines, groupOf).values()) {
    const run = await createOffer(context, adminId, group);
    if (run) runs.push(run);
  }
  return runs;
};
