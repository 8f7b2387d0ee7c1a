import { z } from 'zod/mini';
import { idParams } from '../common.ts';
import { routesOf } from '../route.ts';
import { fileFormatSchema, importKindSchema } from './import-schemas.ts';

const { get } = routesOf('course');
const details = {
  ...({ access: 'admin', grants: 'reads' } as const),
  query: z.object({ format: z._default(fileFormatSchema, 'csv') }),
  contentType: 'text/csv',
  answer: z.string(),
};

export const getImportTemplate = get('/api/imports/templates/:kind', {
  ...details,
  summary: 'Download an empty file of a kind to fill in, as CSV or a workbook',
  params: z.object({ kind: importKindSchema }),
});
export const exportImportErrors = get('/api/imports/:id/errors', {
  ...details,
  summary: 'Download the lines that cannot be imported, as CSV without formulas or a workbook',
  params: idParams,
});
export const exportImportChanges = get('/api/imports/:id/changes', {
  ...details,
  summary: 'Download all changes of an import, as CSV without formulas or a workbook',
  params: idParams,
});
