import { types, Pool } from 'pg';

/** A node of a plan from `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)`; numbers of rows are per loop. */
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
export interface Plan {
  'Query Text': string;
  Plan: PlanNode;
}

const DATE_OID = 1082;
/** Makes the server send the plan of each statement to its client; requires a superuser. */
const REPORT_PLANS = [
  'session_preload_libraries=auto_explain',
  'client_min_messages=log',
  'auto_explain.log_min_duration=0',
  'auto_explain.log_format=json',
  'auto_explain.log_analyze=on',
  'auto_explain.log_timing=off',
  'jit=off',
];

/**
 * A pool that runs the product's statements and records the plan of each. `generic` forces the generic plans
 * of prepared statements, which a server may choose after several runs.
 */
export const watchPlans = (url: string, { generic = false } = {}) => {
  types.setTypeParser(DATE_OID, (text) => text);
  const settings = generic ? [...REPORT_PLANS, 'plan_cache_mode=force_generic_plan'] : REPORT_PLANS;
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
    plansOf: async (run: () => Promise<unknown>): Promise<Plan[]> => {
      plans = [];
      await run();
      return plans;
    },
  };
};
export type WatchedPlans = ReturnType<typeof watchPlans>;
