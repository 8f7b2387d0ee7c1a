import { z } from 'zod/mini';
import { objectIdSchema, pageQuerySchema } from '../common.ts';
import { defineRoute } from '../route.ts';
import {
  importConfirmationSchema,
  importPartSchema,
  importPreviewSchema,
  importRunSchema,
  newImportSchema,
} from './import-schemas.ts';

const service = 'course' as const;
const access = 'admin' as const;
const params = z.object({ id: objectIdSchema });

export const listImports = defineRoute({
  service,
  method: 'get',
  path: '/api/imports',
  summary: 'List imports, latest first',
  access,
  query: pageQuerySchema,
  answer: z.array(importRunSchema),
});
/** The file follows in parts, so that an interrupted upload continues where it stopped. */
export const createImport = defineRoute({
  service,
  method: 'post',
  path: '/api/imports',
  summary: 'Begin to upload a CSV file',
  access,
  body: newImportSchema,
  status: 201,
  answer: importRunSchema,
});
export const getImport = defineRoute({
  service,
  method: 'get',
  path: '/api/imports/:id',
  summary: 'Get an import with its progress',
  access,
  params,
  answer: importRunSchema,
});
export const putImportPart = defineRoute({
  service,
  method: 'put',
  path: '/api/imports/:id/parts/:index',
  summary: 'Upload one part of the file (idempotent)',
  access,
  params: z.extend(params, { index: z.coerce.number().check(z.int(), z.gte(0), z.lt(10_000)) }),
  body: importPartSchema,
  status: 204,
  answer: z.undefined(),
});
export const finishImportUpload = defineRoute({
  service,
  method: 'post',
  path: '/api/imports/:id/uploaded',
  summary: 'Finish the upload; the answer has the columns of the file and a suggested mapping (idempotent)',
  access,
  params,
  answer: importRunSchema,
});
export const previewImport = defineRoute({
  service,
  method: 'post',
  path: '/api/imports/:id/preview',
  summary: 'Count what the file would change, in the background; the mapping is remembered',
  access,
  params,
  body: importPreviewSchema,
  answer: importRunSchema,
});
export const confirmImport = defineRoute({
  service,
  method: 'post',
  path: '/api/imports/:id/confirm',
  summary: 'Apply a previewed import, in the background (idempotent)',
  access,
  params,
  body: importConfirmationSchema,
  answer: importRunSchema,
});
export const stopImport = defineRoute({
  service,
  method: 'post',
  path: '/api/imports/:id/stop',
  summary: 'Stop a running preview or import after its current batch (idempotent)',
  access,
  params,
  answer: importRunSchema,
});
export const undoImport = defineRoute({
  service,
  method: 'post',
  path: '/api/imports/:id/undo',
  summary: 'Undo an import in the background, except what somebody has changed since (idempotent)',
  access,
  params,
  answer: importRunSchema,
});
export const exportImportErrors = defineRoute({
  service,
  method: 'get',
  path: '/api/imports/:id/errors',
  summary: 'Download the lines that cannot be imported, as CSV without formulas',
  access,
  params,
  contentType: 'text/csv',
  answer: z.string(),
});
export const deleteImport = defineRoute({
  service,
  method: 'delete',
  path: '/api/imports/:id',
  summary: 'Discard an import that was not applied, with its file',
  access,
  params,
  status: 204,
  answer: z.undefined(),
});
