import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chooseUrls, startServiceProcesses } from '@qr-attendance/stack';
import { eventually } from '@qr-attendance/test-kit';
import { startCampus, type Campus } from './campus.ts';

let campus: Campus;
let replica: Awaited<ReturnType<typeof startServiceProcesses>>[number];
beforeAll(async () => {
  campus = await startCampus({ asProcesses: true, env: { attendance: { SELFIE_RETENTION_DAYS: '2' } } });
  const { databases, secrets, publicOrigins, logDir } = campus.services;
  const settings = { databases, secrets, publicOrigins, dataDir: dirname(logDir), urls: await chooseUrls() };
  replica = (await startServiceProcesses(['attendance'], settings))[0]!;
}, 90_000);
afterAll(async () => {
  await replica.stop();
  await campus.stop();
});

const absencesOf = async (sessionId: string) => {
  const { rows } = await campus.database.query<{ marks: number; counted: number }>(
    `SELECT (SELECT count(*)::int FROM marks WHERE session_id = $1 AND status = 'ABSENT') AS marks,
            (SELECT absent FROM course_day_totals t JOIN sessions s USING (course_id) WHERE s.id = $1) AS counted`,
    [sessionId],
  );
  return rows[0];
};

describe('two replicas of the attendance service', () => {
  it('write absences once that no event brought about', async () => {
    const classes = await Promise.all([campus.holdClass(3), campus.holdClass(2), campus.holdClass(4)]);
    for (const { mark } of classes) expect((await mark()).status).toBe(201);
    // As if the event of the end had been given up after the projection was written.
    await campus.database.query(
      `UPDATE sessions SET active = false, ended_at = now() - interval '1 hour', version = 2 WHERE id = ANY($1)`,
      [classes.map(({ session }) => session.id)],
    );
    await campus.database.query(`UPDATE enrolments SET enrolled_at = enrolled_at - interval '1 day'`);
    for (const { session, members } of classes)
      await eventually(
        async () => {
          const absent = members.length - 1;
          expect(await absencesOf(session.id)).toEqual({ marks: absent, counted: absent });
        },
        { withinMs: 30_000 },
      );
    // A session is settled in a statement of its own, after its marks.
    await eventually(async () => {
      const { rows } = await campus.database.query('SELECT 1 FROM sessions WHERE absences_at IS NULL');
      expect(rows).toEqual([]);
    });
  }, 90_000);

  it('write them once when one dies while both are at it', async () => {
    const { session, members } = await campus.holdClass(5);
    const ended = { ...session, active: false, endedAt: new Date().toISOString(), version: 2 };
    campus.services.kill('attendance');
    await campus.tellSession(ended);
    await eventually(async () => expect(await absencesOf(session.id)).toEqual({ marks: 5, counted: 5 }), {
      withinMs: 30_000,
    });
    expect(members).toHaveLength(5);
  }, 60_000);
});
