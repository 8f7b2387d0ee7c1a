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
  const { rows } = await campus.database.query<{ records: number; counted: number | null }>(
    `SELECT (SELECT count(*)::int FROM attendance WHERE session_id = $1 AND status = 'ABSENT') AS records,
            (SELECT counted_absent FROM session_counts WHERE session_id = $1) AS counted`,
    [sessionId],
  );
  return rows[0];
};

describe('two replicas of the attendance service', () => {
  it('count absences once if one dies while both count', async () => {
    const { session, members } = await campus.holdClass(5);
    const ended = { ...session, active: false, endedAt: new Date().toISOString(), version: 2 };
    campus.services.kill('attendance');
    await campus.publishSession(ended);
    await eventually(async () => expect(await absencesOf(session.id)).toEqual({ records: 5, counted: 5 }), {
      withinMs: 30_000,
    });
    expect(members).toHaveLength(5);
  }, 60_000);
});
