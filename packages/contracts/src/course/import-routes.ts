import { z } from 'zod/mini';
import { idParams, pageQuerySchema } from '../common.ts';
import { routesOf } from '../route.ts';
import { importAnswerSchema } from './import-check-schemas.ts';
import { importHeaderSchema } from './import-reading.ts';
import {
  importConfirmationSchema,
  importPartSchema,
  importPreviewSchema,
  importRunSchema,
  newImportSchema,
} from './import-schemas.ts';

const importUndoPreviewSchema = z.object({
  /** Objects that the run created, which are ended or deleted. */
  removed: z.int(),
  /** Objects whose previous values are restored. */
  restored: z.int(),
  /** Objects that are not changed, because somebody has edited them since. */
  kept: z.int(),
  /** The run is so large that only some objects were checked. */
  isPartial: z.boolean(),
});
export type ImportUndoPreview = z.infer<typeof importUndoPreviewSchema>;

const { get, post, put, remove } = routesOf('course');
const access = 'admin' as const;

export const listImports = get('/api/imports', {
  summary: 'List imports, latest first',
  access,
  grants: 'reads',
  query: pageQuerySchema,
  answer: z.array(importRunSchema),
});
/** The client uploads the file in parts, so an interrupted upload can continue. */
export const createImport = post('/api/imports', {
  summary: 'Begin to upload a CSV file or a workbook',
  access,
  grants: 'changesOwn',
  body: newImportSchema,
  status: 201,
  answer: importRunSchema,
});
export const getImport = get('/api/imports/:id', {
  summary: 'Get an import with its progress',
  access,
  grants: 'reads',
  params: idParams,
  answer: importRunSchema,
});
export const putImportPart = put('/api/imports/:id/parts/:index', {
  summary: 'Upload one part of the file (idempotent)',
  access,
  grants: 'changesOwn',
  params: z.extend(idParams, { index: z.coerce.number().check(z.int(), z.gte(0), z.lt(10_000)) }),
  body: importPartSchema,
});
export const finishImportUpload = post('/api/imports/:id/uploaded', {
  summary:
    'Finish the upload; the answer has the columns of the file and a suggested mapping, or a large file is read in the background (idempotent)',
  access,
  grants: 'changesOwn',
  params: idParams,
  answer: importRunSchema,
});
export const chooseImportHeader = put('/api/imports/:id/header', {
  summary: 'Choose the line with the names of the columns (idempotent)',
  access,
  grants: 'changesOwn',
  params: idParams,
  body: importHeaderSchema,
  answer: importRunSchema,
});
export const previewImport = post('/api/imports/:id/preview', {
  summary: 'Count what the file would change, in the background; the mapping is remembered',
  access,
  grants: 'changesOwn',
  params: idParams,
  body: importPreviewSchema,
  answer: importRunSchema,
});
export const answerImport = put('/api/imports/:id/answers/:line', {
  summary: 'Say whether a line is about a withdrawn person or about another one (idempotent)',
  access,
  grants: 'changesOwn',
  params: z.extend(idParams, { line: z.coerce.number().check(z.int(), z.gte(1)) }),
  body: z.object({ answer: importAnswerSchema }),
  answer: importRunSchema,
});
export const confirmImport = post('/api/imports/:id/confirm', {
  summary: 'Apply a previewed import, in the background (idempotent)',
  access,
  grants: 'grantsPower',
  proof: 'fresh',
  tells: ['import_confirmed'],
  params: idParams,
  body: importConfirmationSchema,
  answer: importRunSchema,
});
export const stopImport = post('/api/imports/:id/stop', {
  summary: 'Stop a running preview or import after its current batch (idempotent)',
  access,
  grants: 'changesOwn',
  params: idParams,
  answer: importRunSchema,
});
export const previewImportUndo = get('/api/imports/:id/undo', {
  summary: 'Count what undoing an import would end, restore and leave as it is',
  access,
  grants: 'reads',
  params: idParams,
  answer: importUndoPreviewSchema,
});
export const undoImport = post('/api/imports/:id/undo', {
  summary: 'Undo an import in the background, except what somebody has changed since (idempotent)',
  access,
  grants: 'destroys',
  proof: 'fresh',
  tells: ['import_undone'],
  params: idParams,
  answer: importRunSchema,
});
export const deleteImport = remove('/api/imports/:id', {
  summary: 'Discard an import that was not applied, with its file',
  access,
  grants: 'changesOwn',
  params: idParams,
});
