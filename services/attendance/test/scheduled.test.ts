import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chooseUrls, startServiceProcesses } from '@qr-attendance/stack';
import { noticesDue } from '@qr-attendance/contracts/events';
import { subscribeTo } from '@qr-attendance/messaging';
import { eventually, noDeadLetters } from '@qr-attendance/test-kit';
import { ago, startCampus, type Campus } from './campus.ts';

let campus: Campus;
let replica: Awaited<ReturnType<typeof startServiceProcesses>>[number];
beforeAll(async () => {
  campus = await startCampus({ asProcesses: true, env: { attendance: { SELFIE_RETENTION_DAYS: '2' } } });
  const { databases, secrets, publicOrigins, logDir } = campus.services;
  const settings = { databases, secrets, publicOrigins, dataDir: dirname(logDir), urls: await chooseUrls() };
  replica = (await startServiceProcesses(['attendance'], settings))[0]!;
});
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
  it('count absences once even if one of them dies while counting', async () => {
    const { session, members } = await campus.holdClass(5);
    const ended = { ...session, active: false, endedAt: new Date().toISOString(), version: 2 };
    campus.services.kill('attendance');
    await campus.publishSession(ended);
    await eventually(async () => expect(await absencesOf(session.id)).toEqual({ records: 5, counted: 5 }));
    expect(members).toHaveLength(5);
  });

  it('publish the notice about a missing register once, even if one of them dies', async () => {
    const published = new Map<string, Set<string>>();
    await campus.bus.subscribe(
      'auth',
      [
        subscribeTo(noticesDue, async ({ id, session, kind }) => {
          if (kind === 'register_not_taken')
            published.set(session.id, (published.get(session.id) ?? new Set()).add(id));
        }),
      ],
      noDeadLetters,
    );
    const heldClass = [await campus.holdClass(1), await campus.holdClass(1), await campus.holdClass(1)];
    const ids = heldClass.map(({ session }) => session.id);
    const date = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const unheld = { held: false, codeShownAt: undefined, date, active: false };
    for (const { session } of heldClass)
      await campus.publishSession({
        ...session,
        ...unheld,
        endTime: ago(0),
        endedAt: ago(0),
        version: 2,
      });
    const waiting = async () =>
      (await campus.database.query('SELECT FROM notices WHERE session_id = ANY($1)', [ids])).rowCount;
    await eventually(async () => expect(await waiting()).toBe(3));
    await eventually(() => expect(campus.services.pidOf('attendance')).toBeDefined());
    campus.services.kill('attendance');
    await campus.database.query(
      `UPDATE sessions SET ended_at = ended_at - interval '1 hour' WHERE id = ANY($1)`,
      [ids],
    );
    await campus.database.query(
      `UPDATE notices SET changed_at = changed_at - interval '1 hour' WHERE session_id = ANY($1)`,
      [ids],
    );
    await eventually(async () => expect(await waiting()).toBe(0));
    // A redelivered event has the same id, so its receiver recognizes it.
    await eventually(() =>
      expect([...published].map(([id, { size }]) => [id, size]).sort()).toEqual(
        ids.map((id) => [id, 1]).sort(),
      ),
    );
  });
});
