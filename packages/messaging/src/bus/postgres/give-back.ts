import type { PgBoss } from 'pg-boss';
import type { Tries } from '../try-event.ts';

/** An event that its member could not handle now, and after what pause anybody may take it. */
export interface GivenBack {
  id: string;
  afterMs: number;
  tries: Tries;
}

/**
 * pg-boss counts every time that a job fails, and has no other way to let go of one. Our own count is kept in its output; a job
 * without `started_on` counts as not begun, so that pg-boss counts lost members alone.
 */
const sqlOf = (schema: string) => `
  UPDATE ${schema}.job j
     SET state = 'retry', started_on = NULL, heartbeat_on = NULL, output = g.output::jsonb,
         start_after = ${schema}.job_now() + g.after_ms * interval '1 ms',
         keep_until = greatest(j.keep_until, ${schema}.job_now() + interval '14 days')
    FROM unnest($2::uuid[], $3::int[], $4::text[]) AS g (id, after_ms, output)
   WHERE j.name = $1 AND j.id = g.id AND j.state = 'active'`;

/** Makes what lets go of events that a member has taken. */
export const makeGiveBack = (boss: PgBoss, schema: string) => {
  const sql = sqlOf(schema);
  return async (queue: string, given: GivenBack[]): Promise<void> => {
    if (given.length === 0) return;
    await boss
      .getDb()
      .executeSql(sql, [
        queue,
        given.map(({ id }) => id),
        given.map(({ afterMs }) => Math.ceil(afterMs)),
        given.map(({ tries }) => JSON.stringify(tries)),
      ]);
  };
};
