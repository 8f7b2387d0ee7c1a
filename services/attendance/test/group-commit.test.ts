import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createLogger } from '@qr-attendance/observability';
import { startServices, type TestServices } from '@qr-attendance/test-kit';
import type { Pool } from 'pg';
import { connectDatabase } from '../src/db/database.ts';

import { createWriteScan, type NewScan } from '../src/core/scans/write-scans.ts';

const RUSH = 100;

let services: TestServices;
let pool: Pool;
beforeAll(async () => {
  services = await startServices([]);
  pool = connectDatabase(services.databases.attendance, createLogger('test', 'silent'));
});
afterAll(async () => {
  await pool.end();
  await services.stop();
});

const objectId = () => randomBytes(12).toString('hex');
const createHall = () => {
  const [sessionId, courseId] = [objectId(), objectId()];
  const mark = (changes: Partial<NewScan> = {}): NewScan => ({
    sessionId,
    courseId,
    studentId: randomUUID(),
    scannedAt: new Date(),
    flags: [],
    deviceId: undefined,
    deviceKey: randomUUID(),
    distanceBand: undefined,
    positionHash: undefined,
    selfie: undefined,
    challenge: undefined,
    passkey: undefined,
    checksPin: false,
    context: {
      deviceKind: 'ios',
      onCampus: null,
      signed: true,
      browser: null,
    },
    ...changes,
  });
  const counted = async () => {
    const { rows } = await pool.query<{ marks: number; queued: number; published: number }>(
      `SELECT (SELECT count(*)::int FROM scans WHERE session_id = $1) AS marks,
              (SELECT count(*)::int FROM recounts WHERE session_id = $1 AND course_id = $2) AS queued,
              (SELECT count(*)::int FROM outbox WHERE payload ->> 'sessionId' = $1) AS published`,
      [sessionId, courseId],
    );
    return rows[0];
  };
  return { mark, counted };
};

const writeWith = (database: Pool) => {
  const write = createWriteScan(database);
  return async (scan: NewScan) => (await write(scan)).outcome;
};
const anySelfie = () => ({ jpeg: randomBytes(64), phash: undefined, second: undefined });

describe('concurrent marks', () => {
  it('share statements, and each is written and counted once', async () => {
    const { mark, counted } = createHall();
    const queries = jest.spyOn(pool, 'query');
    const write = writeWith(pool);
    const outcomes = await Promise.all(Array.from({ length: RUSH }, () => write(mark())));
    const statements = queries.mock.calls.length;
    queries.mockRestore();
    expect(outcomes).toEqual(Array.from({ length: RUSH }, () => 'written'));
    expect(statements).toBeLessThan(RUSH / 10);
    expect(await counted()).toEqual({ marks: RUSH, queued: RUSH, published: RUSH });
  });

  it('share statements even if a student marks in several sessions with a PIN', async () => {
    const halls = [createHall(), createHall(), createHall()];
    const students = Array.from({ length: RUSH / 10 }, () => randomUUID());
    const queries = jest.spyOn(pool, 'query');
    const write = writeWith(pool);
    const outcomes = await Promise.all(
      students.flatMap((studentId) => halls.map(({ mark }) => write(mark({ studentId, checksPin: true })))),
    );
    const statements = queries.mock.calls.length;
    queries.mockRestore();
    expect(new Set(outcomes)).toEqual(new Set(['written']));
    expect(statements).toBeLessThan(students.length / 2);
    for (const { counted } of halls)
      expect(await counted()).toEqual({
        marks: students.length,
        queued: students.length,
        published: students.length,
      });
  });

  /** While the first mark is written, the other marks wait and then share one statement. */
  const writeTogether = async (marks: NewScan[]) => {
    const { mark } = createHall();
    const queries = jest.spyOn(pool, 'query');
    const write = writeWith(pool);
    const [, ...outcomes] = await Promise.all([mark(), ...marks].map(write));
    const statements = queries.mock.calls.length;
    queries.mockRestore();
    return { outcomes, statements };
  };
  const CROWD = 40;
  const crowdOf = (mark: ReturnType<typeof createHall>['mark']) =>
    Array.from({ length: CROWD }, () => mark());
  const ALL_WRITTEN = Array.from({ length: CROWD }, () => 'written');

  it('use two statements if two students share a device, and only one of them is recorded', async () => {
    const { mark, counted } = createHall();
    const borrowed = randomUUID();
    const lent = [mark({ deviceKey: borrowed }), mark({ deviceKey: borrowed })];
    const { outcomes, statements } = await writeTogether([...lent, ...crowdOf(mark)]);
    expect(statements).toBeLessThanOrEqual(3);
    expect(outcomes.slice(0, 2).sort()).toEqual(['device_already_used', 'written']);
    expect(outcomes.slice(2)).toEqual(ALL_WRITTEN);
    expect(await counted()).toEqual({ marks: CROWD + 1, queued: CROWD + 1, published: CROWD + 1 });
  });

  it('use two statements if another student used the device before', async () => {
    const { mark, counted } = createHall();
    const deviceKey = randomUUID();
    expect((await writeTogether([mark({ deviceKey })])).outcomes).toEqual(['written']);
    const { outcomes, statements } = await writeTogether([mark({ deviceKey }), ...crowdOf(mark)]);
    expect(statements).toBeLessThanOrEqual(3);
    expect(outcomes).toEqual(['device_already_used', ...ALL_WRITTEN]);
    expect(await counted()).toEqual({ marks: CROWD + 1, queued: CROWD + 1, published: CROWD + 1 });
  });

  it('use one statement even if a mark repeats an earlier selfie and two marks have the same selfie', async () => {
    const { mark, counted } = createHall();
    const [old, shared] = [anySelfie(), anySelfie()];
    expect((await writeTogether([mark({ selfie: old })])).outcomes).toEqual(['written']);
    const { outcomes, statements } = await writeTogether([
      mark({ selfie: old }),
      mark({ selfie: shared }),
      mark({ selfie: shared }),
      ...crowdOf(mark),
    ]);
    expect(statements).toBeLessThanOrEqual(3);
    expect(outcomes[0]).toBe('selfie_reused');
    expect(outcomes.slice(1, 3).sort()).toEqual(['selfie_reused', 'written']);
    expect(outcomes.slice(3)).toEqual(ALL_WRITTEN);
    expect(await counted()).toEqual({ marks: CROWD + 2, queued: CROWD + 2, published: CROWD + 2 });
  });

  it('use one statement even if a phone sends the same mark twice', async () => {
    const { mark, counted } = createHall();
    const same = { studentId: randomUUID(), deviceKey: randomUUID(), selfie: anySelfie() };
    const { outcomes, statements } = await writeTogether([mark(same), mark(same), ...crowdOf(mark)]);
    expect(statements).toBeLessThanOrEqual(2);
    expect(outcomes.slice(0, 2).sort()).toEqual(['not_written', 'written']);
    expect(outcomes.slice(2)).toEqual(ALL_WRITTEN);
    expect((await writeTogether([mark(same)])).outcomes).toEqual(['not_written']);
    expect(await counted()).toEqual({ marks: CROWD + 1, queued: CROWD + 1, published: CROWD + 1 });
  });

  it('keep the passkey challenge of a mark rejected for its device or selfie, and accept no challenge twice', async () => {
    const { mark } = createHall();
    const [deviceKey, selfie] = [randomUUID(), anySelfie()];
    expect((await writeTogether([mark({ deviceKey, selfie })])).outcomes).toEqual(['written']);
    const challengeOf = async (studentId: string) => {
      const challenge = randomUUID();
      await pool.query(
        `INSERT INTO passkey_challenges (challenge, student_id, session_id, rp_id, expires_at)
         VALUES ($1, $2, 'any', 'localhost', now() + interval '1 minute')`,
        [challenge, studentId],
      );
      return challenge;
    };
    const [first, second] = [randomUUID(), randomUUID()];
    const [ofFirst, ofSecond] = [await challengeOf(first), await challengeOf(second)];
    const refused = await writeTogether([
      mark({ studentId: first, challenge: ofFirst, deviceKey }),
      mark({ studentId: second, challenge: ofSecond, selfie }),
    ]);
    expect(refused.outcomes).toEqual(['device_already_used', 'selfie_reused']);
    const again = await writeTogether([
      mark({ studentId: first, challenge: ofFirst }),
      mark({ studentId: second, challenge: ofSecond }),
    ]);
    expect(again.outcomes).toEqual(['written', 'written']);
    const replayed = await writeTogether([mark({ challenge: ofFirst }), mark({ challenge: ofSecond })]);
    expect(replayed.outcomes).toEqual(['not_written', 'not_written']);
  });

  it('write the same facts, events and audit entries for plain marks as for others', async () => {
    const { mark } = createHall();
    const write = writeWith(pool);
    const everything = {
      deviceId: randomUUID(),
      distanceBand: 'up to 25 m',
      positionHash: randomBytes(32),
      context: { deviceKind: 'android' as const, onCampus: true, signed: true, browser: 'a', burstLateMs: 7 },
    };
    const scannedAt = new Date();
    const plain = mark({ ...everything, scannedAt });
    const flagged = mark({ ...everything, scannedAt, flags: ['zero_accuracy'] });
    expect([await write(plain), await write(flagged)]).toEqual(['written', 'written']);
    const factsOf = async ({ sessionId, studentId, deviceKey }: NewScan) => {
      const { rows } = await pool.query<{ facts: string }>(
        `SELECT jsonb_build_array(
                  to_jsonb(e), to_jsonb(s),
                  (SELECT jsonb_agg(to_jsonb(a) - '{id,at,written_at}'::text[]) FROM audit_log a WHERE a.student_id = e.student_id),
                  (SELECT jsonb_agg(o.payload) FROM outbox o WHERE o.payload ->> 'studentId' = e.student_id::text),
                  (SELECT count(*) FROM recounts r WHERE r.student_id = e.student_id))::text AS facts
           FROM scan_evidence e JOIN scans s USING (session_id, student_id)
          WHERE e.session_id = $1 AND e.student_id = $2`,
        [sessionId, studentId],
      );
      return rows[0]?.facts.replaceAll(studentId, 'student').replaceAll(deviceKey ?? '', 'key');
    };
    const facts = await factsOf(plain);
    expect(facts).toContain(everything.positionHash.toString('hex'));
    expect(facts).toBe(await factsOf(flagged));
  });

  it('report the violated rule even if another replica recorded the other mark at the same moment', async () => {
    const replicas = [writeWith(pool), writeWith(pool)];
    const { mark, counted } = createHall();
    const pairs = Array.from({ length: CROWD }, () => {
      const deviceKey = randomUUID();
      return [mark({ deviceKey }), mark({ deviceKey })] as const;
    });
    const ends = await Promise.all(
      pairs.map((pair) => Promise.all(pair.map((one, index) => replicas[index]?.(one)))),
    );
    for (const end of ends) expect(end.sort()).toEqual(['device_already_used', 'written']);
    expect(await counted()).toEqual({ marks: CROWD, queued: CROWD, published: CROWD });
  });

  it('are recorded by several replicas concurrently without a deadlock', async () => {
    const halls = [createHall(), createHall(), createHall()];
    const replicas = [writeWith(pool), writeWith(pool)];
    const marks = Array.from(
      { length: RUSH },
      (_nothing, index) => halls[index % halls.length]?.mark() as NewScan,
    );
    const ends = await Promise.all([
      Promise.all(marks.map((mark) => replicas[0]?.(mark))),
      Promise.all(marks.toReversed().map((mark) => replicas[1]?.(mark))),
    ]);
    const written = ends.flat().filter((outcome) => outcome === 'written');
    expect(written).toHaveLength(RUSH);
    const totals = await Promise.all(halls.map(({ counted }) => counted()));
    expect(totals.reduce((sum, hall) => sum + (hall?.marks ?? 0), 0)).toBe(RUSH);
  });
});
