import type { PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Tries } from '../try-event.ts';

/** An event that its member could not handle now, and after what pause anybody may take it. */
export interface GivenBack {
  id: string;
  /** pg-boss's count when the job was taken: it is another one once the job was taken from this member. */
  retryCount: number;
  afterMs: number;
  tries: Tries;
}

/**
 * pg-boss counts every time that a job fails, and has no other way to let go of one. Our own count is kept in its output; a job
 * without `started_on` counts as not begun, so that pg-boss counts lost members alone. The job gets another id, as pg-boss then
 * completes whatever is active of the ids that this member took, which another member may hold by then.
 */
const sqlOf = (schema: string) => `
  UPDATE ${schema}.job j
     SET id = gen_random_uuid(), state = 'retry', started_on = NULL, heartbeat_on = NULL, output = g.output::jsonb,
         start_after = ${schema}.job_now() + g.after_ms * interval '1 ms',
         keep_until = greatest(j.keep_until, ${schema}.job_now() + interval '14 days')
    FROM unnest($2::uuid[], $3::int[], $4::int[], $5::text[]) AS g (id, retry_count, after_ms, output)
   WHERE j.name = $1 AND j.id = g.id AND j.retry_count = g.retry_count AND j.state = 'active'
  RETURNING g.id`;

const idsSchema = z.array(z.object({ id: z.string() }));

/** Makes what lets go of events that a member has taken. It returns the ids of those that are not this member's any more. */
export const createGiveBack = (boss: PgBoss, schema: string) => {
  const sql = sqlOf(schema);
  return async (queue: string, given: GivenBack[]): Promise<string[]> => {
    if (given.length === 0) return [];
    const { rows } = await boss
      .getDb()
      .executeSql(sql, [
        queue,
        given.map(({ id }) => id),
        given.map(({ retryCount }) => retryCount),
        given.map(({ afterMs }) => Math.ceil(afterMs)),
        given.map(({ tries }) => JSON.stringify(tries)),
      ]);
    const done = new Set(idsSchema.parse(rows).map(({ id }) => id));
    return given.map(({ id }) => id).filter((id) => !done.has(id));
  };
};
