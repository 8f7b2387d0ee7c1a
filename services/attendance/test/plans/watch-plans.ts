import { types, Pool } from 'pg';

/** A node of a plan as `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)` tells it; numbers of rows are per loop. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
}
/** How the server went about a statement. */
export interface Plan {
  'Query Text': string;
  Plan: PlanNode;
}

const DATE_OID = 1082;
/** As superuser: the server's own module tells the plan of each statement to whoever sent it. */
const TELL_PLANS = [
  'session_preload_libraries=auto_explain',
  'client_min_messages=log',
  'auto_explain.log_min_duration=0',
  'auto_explain.log_format=json',
  'auto_explain.log_analyze=on',
  'auto_explain.log_timing=off',
  'jit=off',
];

/**
 * A pool on which the product's own statements run as ever, and which keeps the plan of each. `generic`: prepared
 * statements run by the plan for any values, which a server that has run them often may choose.
 */
export const watchPlans = (url: string, { generic = false } = {}) => {
  types.setTypeParser(DATE_OID, (text) => text);
  const settings = generic ? [...TELL_PLANS, 'plan_cache_mode=force_generic_plan'] : TELL_PLANS;
  const pool = new Pool({
    connectionString: url,
    max: 1,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
  });
  let plans: Plan[] = [];
  pool.on('connect', (client) =>
    client.on('notice', ({ message = '' }) => {
      const json = /^duration: .* plan:\n(\{.*)$/s.exec(message)?.[1];
      if (json) plans.push(JSON.parse(json) as Plan);
    }),
  );
  return {
    pool,
    /** The plans of what `run` sends. */
    plansOf: async (run: () => Promise<unknown>): Promise<Plan[]> => {
      plans = [];
      await run();
      return plans;
    },
  };
};
export type WatchedPlans = ReturnType<typeof watchPlans>;
