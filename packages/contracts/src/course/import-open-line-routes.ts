import { z } from 'zod/mini';
import { idParams, pageQuerySchema } from '../common.ts';
import { routesOf } from '../route.ts';
import {
  erasedLineSchema,
  importHistoryQuerySchema,
  importHistorySchema,
  offerSchema,
  openLineSchema,
  openLinesQuerySchema,
} from './import-open-lines.ts';
import { importRunSchema } from './import-schemas.ts';

const { get, post } = routesOf('course');
const access = 'admin' as const;

export const listOpenLines = get('/api/imports/open-lines', {
  summary: 'List lines of a kind that are pending or of which values were left out, latest first',
  access,
  grants: 'reads',
  query: openLinesQuerySchema,
  answer: z.array(openLineSchema),
});
/** Open lines from files with different columns become separate imports. */
export const offerOpenLines = post('/api/imports/open-lines/offers', {
  summary: 'Check open lines once more; each answered import can be confirmed like that of a file',
  access,
  grants: 'changesOwn',
  body: offerSchema,
  status: 201,
  answer: z.array(importRunSchema),
});
export const getImportHistory = get('/api/imports/history', {
  summary: 'Get the imports that stated an object, with what each changed',
  access,
  grants: 'reads',
  query: importHistoryQuerySchema,
  answer: importHistorySchema,
});
export const listErasedLines = get('/api/imports/:id/erased', {
  summary: 'List the lines of an import that are about erased people',
  access,
  grants: 'reads',
  params: idParams,
  query: pageQuerySchema,
  answer: z.array(erasedLineSchema),
});
