import { z } from 'zod/mini';
import { recordIdSchema } from '../common.ts';
import { routesOf } from '../route.ts';
import {
  historyProofSchema,
  historyRootSchema,
  treeHashSchema,
  treeSizeSchema,
} from './history-tree-schemas.ts';

const { get } = routesOf('attendance');

/** Returns at most 100 roots; `below` selects older roots. Roots contain no personal data. */
export const listHistoryRoots = get('/api/attendance/history-roots', {
  summary: 'List the published Merkle roots of the audit log, newest first',
  access: 'anyone',
  grants: 'reads',
  query: z.object({ below: z.optional(treeSizeSchema) }),
  answer: z.array(historyRootSchema),
});
export const proveHistoryConsistency = get('/api/attendance/history-roots/consistency', {
  summary: 'Prove that one published tree extends another (RFC 9162, 2.1.4)',
  access: 'anyone',
  grants: 'reads',
  query: z.object({ from: treeSizeSchema, to: treeSizeSchema }),
  answer: z.object({ proof: z.array(treeHashSchema) }),
});
export const proveMarkHistory = get('/api/attendance/:id/history/proof', {
  summary: 'Prove that the audit log of my mark is part of the newest tree; later entries are left out',
  access: 'student',
  grants: 'reads',
  params: z.object({ id: recordIdSchema }),
  answer: historyProofSchema,
});
