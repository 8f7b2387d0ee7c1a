import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation, invalid, notFound } from '@qr-attendance/server';
import type { Pool } from 'pg';
import { parseRecordId } from '../attendance/record-id.ts';
import { proveHistory } from './history-proofs.ts';
import { listRoots, proveRoots } from './history-tree.ts';

export const historyTreeRoutes = ({ pool }: { pool: Pool }): Implementation[] => [
  implement(routes.attendance.listHistoryRoots, ({ query }) => listRoots(pool, query.below)),
  implement(routes.attendance.proveHistoryConsistency, async ({ query: { from, to } }) => {
    if (from > to) throw invalid('invalid_request', 'The tree “from” must not be larger than “to”.');
    const proof = await proveRoots(pool, from, to);
    if (!proof) throw notFound('Tree');
    return { proof: proof.map((hash) => hash.toString('hex')) };
  }),
  implement(routes.attendance.proveMarkHistory, async ({ caller, params }) => {
    const proof = await proveHistory(pool, parseRecordId(params.id), caller.id);
    if (!proof) throw notFound('Mark');
    return proof;
  }),
];
