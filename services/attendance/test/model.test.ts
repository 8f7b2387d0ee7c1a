import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DAY } from './model/rule.ts';
import { forgotten, notHeld, parallel, play, property, scenario } from './model/stories.ts';
import { cachesAgree, dateOf, pool, setUp, stores, useAttendance } from './model/world.ts';

useAttendance();

it('all views of attendance agree with the model after every step', async () => {
  for (const commandsInOrder of [scenario, notHeld, forgotten, parallel]) await play(commandsInOrder);
  await fc.assert(property(), { numRuns: 2, seed: 2026, includeErrorInReport: true });
});

it('counts include scans that were committed during a recount', async () => {
  const { real } = await setUp();
  const { sessions, course } = real.ids;
  const [sessionId] = sessions as [string];
  const write = (studentId = randomUUID()) =>
    stores.attendance.writeScan({
      sessionId,
      studentId,
      courseId: course,
      scannedAt: dateOf(DAY),
      deviceKey: randomUUID(),
      context: {
        deviceKind: 'ios',
        onCampus: null,
        signed: true,
        browser: null,
      },
    });
  const present = async () => {
    const { rows } = await pool.query<{ present: number }>(
      'SELECT present FROM session_counts WHERE session_id = $1',
      [sessionId],
    );
    return rows[0]?.present;
  };
  // Commits a scan after a recount has taken its rows from the queue, and before it counts.
  await write();
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query(
    'INSERT INTO session_counts (session_id, course_id) VALUES ($1, $2) ON CONFLICT (session_id, course_id) DO UPDATE SET session_id = excluded.session_id',
    [sessionId, course],
  );
  const under = stores.attendance.recount();
  await write();
  await holder.query('ROLLBACK');
  holder.release();
  await under;
  expect(await present()).toBe(2);

  let isWriting = true;
  const recounts = [1, 2].map(async () => {
    while (isWriting) await stores.attendance.recount();
  });
  await Promise.all(Array.from({ length: 200 }, () => write()));
  isWriting = false;
  await Promise.all(recounts);
  while (await stores.attendance.recount());
  expect(await present()).toBe(202);
  await cachesAgree(real);

  await pool.query('DELETE FROM records WHERE course_id = $1', [course]);
  await pool.query('DELETE FROM session_counts WHERE course_id = $1', [course]);
  await pool.query('DELETE FROM member_counts WHERE course_id = $1', [course]);
  await pool.query('INSERT INTO recounts (course_id) VALUES ($1)', [course]);
  await stores.attendance.recount();
  expect(await present()).toBe(202);
  await cachesAgree(real);
});
