import type { Plan, PlanNode } from './watch-plans.ts';

/** Tables that do not grow over the years: current work, queues, and PostgreSQL's own tables. */
const SHORT = new Set([
  'passkey_challenges',
  'place_tries',
  'outbox',
  'recounts',
  'notices',
  'record_epoch',
  'pg_database',
]);
/** Maximum number of rows that a request may sort. */
const SORTED = 2_000;
/** Maximum number of pairs of rows that a request may compare one by one. */
const COMPARED = 20_000;

export interface Allowance {
  /** Rows read from tables and indexes, including those that a filter then discards. */
  rowsRead: number;
  rowsSorted?: number;
  /** The table that may be read only through an index. */
  fromIndex?: string;
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
const total = (node: PlanNode, perLoop = 0): number => perLoop * node['Actual Loops'];
const rowsRead = (node: PlanNode): number =>
  total(node, node['Actual Rows']) +
  total(node, node['Rows Removed by Filter']) +
  total(node, node['Rows Removed by Index Recheck']);
const isRead = ({ 'Node Type': type }: PlanNode): boolean =>
  type.endsWith('Scan') && !/CTE|Function|Values|Subquery/.test(type);

export const rowsReadBy = (plan: Plan, except = new Set<string>()): number =>
  nodesOf(plan.Plan)
    .filter((node) => isRead(node) && !except.has(node['Relation Name'] ?? ''))
    .reduce((sum, node) => sum + rowsRead(node), 0);

const judgePlan = (
  plan: Plan,
  { rowsRead: mayRead, rowsSorted = SORTED, fromIndex }: Allowance,
): string[] => {
  const nodes = nodesOf(plan.Plan);
  const whole = nodes
    .filter((node) => node['Node Type'] === 'Seq Scan' && !SHORT.has(node['Relation Name'] ?? ''))
    // PostgreSQL scans an empty table, whatever indexes it has.
    .filter((node) => rowsRead(node) > 0)
    .map((node) => `reads all of ${node['Relation Name']}`);
  const fetched = nodes
    .filter((node) => fromIndex !== undefined && node['Relation Name'] === fromIndex)
    .filter((node) => node['Node Type'] !== 'Index Only Scan' && rowsRead(node) > 0)
    .map((node) => `fetches rows of ${node['Relation Name']}`);
  const sorted = nodes
    // An incremental sort, and a sort for each session, sort at most a roster at a time.
    .filter((node) => node['Node Type'] === 'Sort')
    .map((node) => Math.max(...(node.Plans ?? []).map((input) => input['Actual Rows'] ?? 0)))
    .filter((rows) => rows > rowsSorted)
    .map((rows) => `sorts ${rows} rows`);
  const read = rowsReadBy(plan, SHORT);
  const compared = nodes
    .map((node) => total(node, node['Rows Removed by Join Filter']))
    .filter((pairs) => pairs > COMPARED)
    .map((pairs) => `compares ${pairs} pairs in vain`);
  const much = read > mayRead ? [`reads ${read} rows`] : [];
  return [...whole, ...fetched, ...sorted, ...compared, ...much];
};

export const judgePlans = (plans: Plan[], allowance: Allowance): string[] =>
  plans.flatMap((plan) =>
    judgePlan(plan, allowance).map((fault) => `${fault}: ${plan['Query Text'].replace(/\s+/g, ' ').trim()}`),
  );
