import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@qr-attendance/test-kit';
import { startCampus, type Campus } from './campus.ts';
import { createExports, type Exports } from './exports.ts';

let campus: Campus;
let exportFor: Exports['exportFor'];
let writeMarks: Exports['writeMarks'];
beforeAll(async () => {
  campus = await startCampus();
  ({ exportFor, writeMarks } = createExports(campus));
});
afterAll(() => campus.stop());

describe('an export', () => {
  it('stops reading when the client has disconnected', async () => {
    const heldClass = await campus.holdClass(1);
    await writeMarks(heldClass, 50_000, '2026-09-14T12:00:00Z');
    const reading = async () => {
      const { rows } = await campus.database.query<{ open: number }>(
        `SELECT count(*)::int AS open FROM pg_stat_activity
          WHERE datname = current_database() AND query LIKE '%COPY%' AND xact_start IS NOT NULL
            AND pid <> pg_backend_pid()`,
      );
      return rows[0]?.open;
    };
    for (let round = 0; round < 6; round++) {
      const stop = new AbortController();
      const response = await fetch(`${campus.services.urls.attendance}/api/attendance/export`, {
        headers: { authorization: `Bearer ${campus.services.tokenFor(heldClass.teacher)}` },
        signal: stop.signal,
      });
      expect(response.status).toBe(200);
      stop.abort();
    }
    await eventually(async () => expect(await reading()).toBe(0));
    expect((await exportFor(heldClass.teacher)).rows()).toHaveLength(50_000);
  });

  it('aborts the response if the database becomes unavailable, so the client detects a partial file, and the next export is complete', async () => {
    const heldClass = await campus.holdClass(1);
    await writeMarks(heldClass, 10_000, '2026-09-14T12:00:00Z');
    // The rows are larger than the buffers between the database and a reader.
    await campus.database.query(
      `UPDATE people SET name = repeat('long ', 2000)
        WHERE id IN (SELECT student_id FROM scans WHERE session_id = $1)`,
      [heldClass.session.id],
    );
    const response = await campus.call(heldClass.teacher, 'GET', '/api/attendance/export');
    expect(response.status).toBe(200);
    const { rowCount } = await campus.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE '%COPY%' AND state = 'active' AND pid <> pg_backend_pid()`,
    );
    expect(rowCount).toBe(1);
    await expect(response.arrayBuffer()).rejects.toThrow();
    expect((await exportFor(heldClass.teacher)).rows()).toHaveLength(10_000);
  });
});

/**
 * Adds 120 MB of marks, more than all buffers between the database and a reader; a socket's buffer may grow
 * to 32 MiB.
 */
const fillBuffers = ({ database }: typeof campus, sessionId: string) =>
  database.query(
    `WITH student AS (
       INSERT INTO people (id, name, email, user_type, version)
       SELECT gen_random_uuid(), repeat('x', 20000), i || '@campus.example', 'STUDENT', 1
         FROM generate_series(1, 6000) i RETURNING id
     ), queued AS (INSERT INTO recounts (course_id, session_id) SELECT course_id, id FROM sessions WHERE id = $1)
     INSERT INTO scans (session_id, student_id, scanned_at) SELECT $1, id, now() FROM student`,
    [sessionId],
  );

describe('an export that its client reads slowly', () => {
  it('is aborted after its maximum lifetime and leaves no lock on the marks', async () => {
    const slow = await startCampus({ env: { attendance: { EXPORT_MAX_SECONDS: '15' } } });
    try {
      const { teacher, session } = await slow.holdClass(1);
      await fillBuffers(slow, session.id);
      const exportsAtWork = async () => {
        const { rows } = await slow.database.query<{ count: number }>(
          `SELECT count(DISTINCT coalesce(leader_pid, pid))::int AS count FROM pg_locks JOIN pg_stat_activity USING (pid)
            WHERE relation = 'records'::regclass AND datname = current_database() AND query LIKE '%COPY%'
              AND pid <> pg_backend_pid()`,
        );
        return rows[0]?.count;
      };
      const response = await slow.call(teacher, 'GET', '/api/attendance/export');
      const reader = response.body!.getReader();
      await reader.read();
      expect(await exportsAtWork()).toBe(1);
      await eventually(async () => expect(await exportsAtWork()).toBe(0));
      const readOn = async () => {
        while (!(await reader.read()).done);
      };
      await expect(readOn()).rejects.toThrow();
    } finally {
      await slow.stop();
    }
  });
});

describe('clients that stop reading', () => {
  it('lose their exports when others are waiting', async () => {
    const classes = [await campus.holdClass(1), await campus.holdClass(1), await campus.holdClass(1)];
    for (const { session } of classes) await fillBuffers(campus, session.id);
    const paused = await Promise.all(
      classes.map(({ teacher }) => campus.call(teacher, 'GET', '/api/attendance/export')),
    );
    expect(paused.map(({ status }) => status)).toEqual([200, 200, 200]);
    const honest = await campus.holdClass(1);
    await writeMarks(honest, 3, '2026-09-14T12:00:00Z');
    expect((await exportFor(honest.teacher)).rows()).toHaveLength(3);
    const readToEnd = async () => {
      for (const response of paused) for await (const _chunk of response.body ?? []);
    };
    await expect(readToEnd()).rejects.toThrow();
  });

  it('cannot run several exports for one person at a time', async () => {
    const heldClass = await campus.holdClass(1);
    await fillBuffers(campus, heldClass.session.id);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => campus.call(heldClass.teacher, 'GET', '/api/attendance/export')),
    );
    expect(answers.map(({ status }) => status)).toContain(429);
    for (const { body } of answers) await body?.cancel();
  });
});
