import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation, invalid, notFound } from '@qr-attendance/server';
import { parseRecordId } from '../attendance/record-id.ts';
import type { createHistoryProofs } from './history-proofs.ts';
import type { HistoryTree } from './history-tree.ts';

export const historyTreeRoutes = ({
  historyTree,
  proveHistory,
}: {
  historyTree: HistoryTree;
  proveHistory: ReturnType<typeof createHistoryProofs>;
}): Implementation[] => [
  implement(routes.attendance.listHistoryRoots, ({ query }) => historyTree.listRoots(query.below)),
  implement(routes.attendance.proveHistoryConsistency, async ({ query: { from, to } }) => {
    if (from > to) throw invalid('invalid_request', 'The tree “from” must not be larger than “to”.');
    const proof = await historyTree.proveConsistency(from, to);
    if (!proof) throw notFound('Tree');
    return { proof: proof.map((hash) => hash.toString('hex')) };
  }),
  implement(routes.attendance.proveMarkHistory, async ({ caller, params }) => {
    const proof = await proveHistory(parseRecordId(params.id), caller.id);
    if (!proof) throw notFound('Mark');
    return proof;
  }),
];
