import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@qr-attendance/test-kit';
import { startCampus, type Campus, type Member } from './campus.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await startCampus();
});
afterAll(() => campus.stop());

/** Longer than statements of requests may take. */
const SLOW_S = 11;

it('a recount that takes long is finished, and marks do not wait for it', async () => {
  const held = await campus.holdClass(2);
  const [first, second] = held.members as [Member, Member];
  // A recount that is rolled back leaves no row, so its repetition is as slow.
  await campus.database.query(`
    CREATE TABLE slow_recounts (at timestamptz);
    CREATE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NOT EXISTS (SELECT FROM slow_recounts) THEN
        PERFORM pg_sleep(${SLOW_S});
        INSERT INTO slow_recounts VALUES (now());
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER be_slow BEFORE DELETE ON session_counts FOR EACH STATEMENT EXECUTE FUNCTION be_slow()`);
  expect(await held.mark(first)).toMatchObject({ status: 201 });
  const isSlow = async () => {
    const { rowCount } = await campus.database.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`,
    );
    expect(rowCount).toBe(1);
  };
  await eventually(isSlow);
  expect(await held.mark(second)).toMatchObject({ status: 201 });
  await isSlow();
  await eventually(async () => {
    const { rows } = await campus.database.query(
      'SELECT present, (SELECT count(*)::int FROM recounts) AS queued FROM session_counts WHERE session_id = $1',
      [held.session.id],
    );
    expect(rows).toEqual([{ present: 2, queued: 0 }]);
  });
  expect(await campus.ask(held.teacher, 'GET', '/api/attendance/totals')).toMatchObject({
    body: { present: 2 },
  });
}, 90_000);
