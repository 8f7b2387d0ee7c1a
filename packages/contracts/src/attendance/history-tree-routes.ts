import { z } from 'zod/mini';
import { recordIdSchema } from '../common.ts';
import { defineRoute } from '../route.ts';
import {
  historyProofSchema,
  historyRootSchema,
  treeHashSchema,
  treeSizeSchema,
} from './history-tree-schemas.ts';

const service = 'attendance' as const;

/** Roots say nothing of anybody. At most 100; older ones by `below`. */
export const listHistoryRoots = defineRoute({
  service,
  method: 'get',
  path: '/api/attendance/history-roots',
  summary: 'Roots of the Merkle tree of all marks’ history, newest first',
  access: 'anyone',
  query: z.object({ below: z.optional(treeSizeSchema) }),
  answer: z.array(historyRootSchema),
});
export const proveHistoryConsistency = defineRoute({
  service,
  method: 'get',
  path: '/api/attendance/history-roots/consistency',
  summary: 'Proof that one published tree begins with another (RFC 9162, 2.1.4)',
  access: 'anyone',
  query: z.object({ from: treeSizeSchema, to: treeSizeSchema }),
  answer: z.object({ proof: z.array(treeHashSchema) }),
});
export const proveMarkHistory = defineRoute({
  service,
  method: 'get',
  path: '/api/attendance/:id/history/proof',
  summary: 'Proof that the history of a mark of mine is in the newest tree; lines since then are left out',
  access: 'student',
  params: z.object({ id: recordIdSchema }),
  answer: historyProofSchema,
});
