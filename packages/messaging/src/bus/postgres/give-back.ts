import type { PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { AttemptCounts } from '../try-event.ts';

/** An event to deliver again, and the pause before the delivery. */
export interface ReturnedJob {
  id: string;
  /**
   * pg-boss's retry count when the job was fetched; a different value means that this member has lost the
   * job.
   */
  retryCount: number;
  afterMs: number;
  tries: AttemptCounts;
}

/**
 * pg-boss releases a job only when it fails, and counts each failure. The number of our attempts is therefore
 * stored in the job's output, and clearing `started_on` makes pg-boss count only crashed members. The job
 * gets a new id, because pg-boss completes all active jobs with the fetched ids, and another member may hold
 * the job by then.
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

export const createReturnJobs = (boss: PgBoss, schema: string) => {
  const sql = sqlOf(schema);
  return async (queue: string, given: ReturnedJob[]): Promise<string[]> => {
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
