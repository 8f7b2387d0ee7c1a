import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startServices, type TestServices } from '@qr-attendance/local-stack';
import { createLogger } from '@qr-attendance/service-kit';
import type { Pool } from 'pg';
import { connectDatabase } from '../src/data/database.ts';
import { DeviceAlreadyUsed } from '../src/data/mark-conflicts.ts';
import type { NewMark } from '../src/data/new-mark.ts';
import { makeWriteMark } from '../src/data/write-marks.ts';

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
const makeHall = () => {
  const [sessionId, courseId, teacherId] = [objectId(), objectId(), randomUUID()];
  const mark = (changes: Partial<NewMark> = {}): NewMark => {
    const studentId = randomUUID();
    return {
      id: randomUUID(),
      sessionId,
      courseId,
      teacherId,
      studentId,
      sessionDate: '2026-09-14',
      status: 'PRESENT',
      markedAt: new Date(),
      deviceId: null,
      version: 1,
      action: 'marked',
      actorId: studentId,
      deviceKey: randomUUID(),
      ...changes,
    };
  };
  const counted = async () => {
    const { rows } = await pool.query<{ marks: number; present: number; told: number }>(
      `SELECT (SELECT count(*)::int FROM marks WHERE session_id = $1) AS marks,
              (SELECT sum(present)::int FROM course_day_totals WHERE course_id = $2) AS present,
              (SELECT count(*)::int FROM outbox WHERE payload ->> 'sessionId' = $1) AS told`,
      [sessionId, courseId],
    );
    return rows[0];
  };
  return { mark, counted };
};

describe('marks that come at the same time', () => {
  it('share statements, and each is written and counted once', async () => {
    const { mark, counted } = makeHall();
    const asked = jest.spyOn(pool, 'query');
    const write = makeWriteMark(pool);
    const outcomes = await Promise.all(Array.from({ length: RUSH }, () => write(mark())));
    const statements = asked.mock.calls.length;
    asked.mockRestore();
    expect(outcomes).toEqual(Array.from({ length: RUSH }, () => 'written'));
    expect(statements).toBeLessThan(RUSH / 10);
    expect(await counted()).toEqual({ marks: RUSH, present: RUSH, told: RUSH });
  });

  it('share statements also where a student is in several sessions, with a PIN', async () => {
    const halls = [makeHall(), makeHall(), makeHall()];
    const students = Array.from({ length: RUSH / 10 }, () => randomUUID());
    const asked = jest.spyOn(pool, 'query');
    const write = makeWriteMark(pool);
    const outcomes = await Promise.all(
      students.flatMap((studentId) => halls.map(({ mark }) => write(mark({ studentId, checksPin: true })))),
    );
    const statements = asked.mock.calls.length;
    asked.mockRestore();
    expect(new Set(outcomes)).toEqual(new Set(['written']));
    expect(statements).toBeLessThan(students.length / 2);
    for (const { counted } of halls)
      expect(await counted()).toEqual({
        marks: students.length,
        present: students.length,
        told: students.length,
      });
  });

  it('fail alone: what one may not do keeps no other out', async () => {
    const { mark, counted } = makeHall();
    const write = makeWriteMark(pool);
    const [borrowed, twice] = [randomUUID(), randomUUID()];
    const others = Array.from({ length: RUSH }, () => write(mark()));
    const lent = [write(mark({ deviceKey: borrowed })), write(mark({ deviceKey: borrowed }))];
    const repeated = [write(mark({ studentId: twice })), write(mark({ studentId: twice }))];
    expect(new Set(await Promise.all(others))).toEqual(new Set(['written']));
    const ends = await Promise.allSettled(lent);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(ends.find((end) => end.status === 'rejected')?.reason).toBeInstanceOf(DeviceAlreadyUsed);
    expect((await Promise.all(repeated)).sort()).toEqual(['kept_out', 'written']);
    expect(await counted()).toEqual({ marks: RUSH + 2, present: RUSH + 2, told: RUSH + 2 });
  });

  it('are written by several replicas at once without waiting for each other in a ring', async () => {
    const halls = [makeHall(), makeHall(), makeHall()];
    const replicas = [makeWriteMark(pool), makeWriteMark(pool)];
    const marks = Array.from(
      { length: RUSH },
      (_nothing, index) => halls[index % halls.length]?.mark() as NewMark,
    );
    // Both write the same marks, in opposite order.
    const ends = await Promise.all([
      Promise.all(marks.map((mark) => replicas[0]?.(mark))),
      Promise.all(marks.toReversed().map((mark) => replicas[1]?.({ ...mark, id: randomUUID() }))),
    ]);
    const written = ends.flat().filter((outcome) => outcome === 'written');
    expect(written).toHaveLength(RUSH);
    const totals = await Promise.all(halls.map(({ counted }) => counted()));
    expect(totals.reduce((sum, hall) => sum + (hall?.marks ?? 0), 0)).toBe(RUSH);
  });
});
