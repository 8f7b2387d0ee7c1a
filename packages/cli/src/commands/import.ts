import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  IMPORT_FIELDS,
  MAX_IMPORT_PART_BYTES,
  type ImportCounts,
  type ImportRun,
  type InputOf,
  routes,
} from '@qr-attendance/contracts';
import { StartError } from '@qr-attendance/stack';
import { connect, type Connection } from './import-connection.ts';
import { type ImportOptions, readImportOptions } from './import-options.ts';
import { runCommand } from './run-command.ts';

type PreviewOptions = InputOf<typeof routes.course.previewImport, 'body'>;

const POLL_MS = 500;
const WORKING = ['reading', 'previewing', 'rechecking', 'applying'];
/**
 * The server rejects a confirmation if the data changed since the preview; the command retries this many
 * times.
 */
const MAX_CONFIRMATIONS = 5;

const describeCounts = (counts: ImportCounts): string =>
  Object.entries(counts)
    .map(([outcome, count]) => `${outcome} ${count}`)
    .join(', ');

const readGivenFile = (file: string): Promise<Buffer> =>
  readFile(file).catch(({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'ENOENT') throw new StartError(`There is no file ${file}.`);
    if (code === 'EISDIR') throw new StartError(`${file} is a folder; name a CSV file.`);
    throw new StartError(`${file} cannot be read (${code ?? message}).`);
  });

const upload = async (
  { call }: Connection,
  { file, kind, source }: ImportOptions,
  bytes: Buffer,
): Promise<ImportRun> => {
  const details = { kind, fileName: basename(file), bytes: bytes.length, ...(source && { source }) };
  const { _id: id } = await call(routes.course.createImport, { body: details });
  for (let index = 0; index * MAX_IMPORT_PART_BYTES < bytes.length; index += 1) {
    const part = bytes.subarray(index * MAX_IMPORT_PART_BYTES, (index + 1) * MAX_IMPORT_PART_BYTES);
    const params = { id, index: String(index) } as never;
    await call(routes.course.putImportPart, { params, body: { data: part.toString('base64') } });
  }
  return call(routes.course.finishImportUpload, { params: { id } });
};

const settle = async ({ call }: Connection, { _id: id }: ImportRun): Promise<ImportRun> => {
  for (;;) {
    const run = await call(routes.course.getImport, { params: { id } });
    if (!WORKING.includes(run.state)) return run;
    await pause(POLL_MS);
  }
};

const unreadableFileError = (state: string, failure: ImportRun['failure']): StartError =>
  new StartError(`The file could not be read: ${failure?.reason ?? state}, line ${failure?.line ?? 1}.`);

const ensureRead = ({ state, failure }: ImportRun): void => {
  if (state !== 'uploaded') throw unreadableFileError(state, failure);
};

const ensureMapped = (
  { mapping = {}, fixed = {}, header = [] }: ImportRun,
  { kind }: ImportOptions,
): void => {
  const missing = IMPORT_FIELDS[kind].filter(
    ({ name, required }) => required && mapping[name] === undefined && fixed[name] === undefined,
  );
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name).join(', ');
  throw new StartError(
    `The file has no known column for: ${names}. Its columns are: ${header.join(', ')}. Import a file with these columns once in the administration; the choice of columns is remembered.`,
  );
};

const ensureFew = ({ changesToConfirm = 0 }: ImportRun, { maxChanges }: ImportOptions): void => {
  if (changesToConfirm > maxChanges)
    throw new StartError(
      `The file would change or end ${changesToConfirm} rows, more than usual. Nothing was changed; --max-changes ${changesToConfirm} allows it.`,
    );
};

const confirm = async (
  connection: Connection,
  { _id: id, changesToConfirm: changes, check }: ImportRun,
  { keepLocalChanges }: ImportOptions,
): Promise<ImportRun> => {
  await connection.proveAgain();
  const confirmed = await connection.call(routes.course.confirmImport, {
    params: { id },
    body: {
      ...(changes !== undefined && { changes }),
      ...(keepLocalChanges && { keepLocalChanges }),
      ...(check !== undefined && { check }),
    },
  });
  return settle(connection, confirmed);
};

const describeOutdated = ({ outdated, preview }: ImportRun): string => {
  const { count = 0, examples = [] } = outdated ?? {};
  return [
    `The preview was outdated; ${count} lines have another outcome now.`,
    ...examples.map(({ line, label, was, now }) => `  line ${line}: ${label}: ${was} -> ${now}`),
    ...(preview ? [`Preview: ${describeCounts(preview)}`] : []),
  ].join('\n');
};

const run = async (): Promise<void> => {
  const options = readImportOptions();
  const bytes = await readGivenFile(options.file);
  const connection = await connect(options);
  const { call } = connection;
  const uploaded = await settle(connection, await upload(connection, options, bytes));
  const params = { id: uploaded._id };
  const discard = () => call(routes.course.deleteImport, { params });
  let previewed: ImportRun;
  try {
    ensureRead(uploaded);
    ensureMapped(uploaded, options);
    const { mapping = {}, joined, fixed, values, dayOrder } = uploaded;
    const choices = { mapping, joined, fixed, values, dayOrder } as PreviewOptions;
    await call(routes.course.previewImport, { params, body: { ...choices, complete: options.complete } });
    previewed = await settle(connection, uploaded);
    const { state, failure, preview } = previewed;
    if (state !== 'previewed' || !preview) throw unreadableFileError(state, failure);
    console.log(`Preview: ${describeCounts(preview)}`);
    ensureFew(previewed, options);
  } catch (error) {
    await discard();
    throw error;
  }
  let finished = await confirm(connection, previewed, options);
  for (let count = 1; finished.state === 'previewed'; count += 1) {
    console.log(describeOutdated(finished));
    try {
      ensureFew(finished, options);
      if (count === MAX_CONFIRMATIONS)
        throw new StartError('What the file is about changes all the time. Nothing was imported.');
    } catch (error) {
      await discard();
      throw error;
    }
    finished = await confirm(connection, finished, options);
  }
  const { state, applied, failure } = finished;
  if (state !== 'done' || !applied)
    throw new StartError(
      `The import stopped: ${failure?.reason ?? state}. See ${options.address}/admin/imports/${params.id}`,
    );
  console.log(`Imported: ${describeCounts(applied)}`);
  if (applied.error + applied.unmatched > 0)
    console.log(`The lines that were not imported: ${options.address}/admin/imports/${params.id}`);
};

await runCommand(run, 'The file could not be imported');
