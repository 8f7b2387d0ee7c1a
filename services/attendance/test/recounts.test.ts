import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { membershipChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import { eventually } from '@qr-attendance/test-kit';
import { ago, objectId, startCampus, type Campus, type Member } from './campus.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await startCampus();
});
afterAll(() => campus.stop());

/** The lock lasts longer than a request's statements may take. */
const SLOW_S = 11;

it('a slow recount finishes, and marks do not wait for it', async () => {
  const heldClass = await campus.holdClass(2);
  const [first, second] = heldClass.members as [Member, Member];
  // A recount that is rolled back leaves no row, so its retry is equally slow.
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
  expect(await heldClass.mark(first)).toMatchObject({ status: 201 });
  const isSlow = async () => {
    const { rowCount } = await campus.database.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`,
    );
    expect(rowCount).toBe(1);
  };
  await eventually(isSlow);
  expect(await heldClass.mark(second)).toMatchObject({ status: 201 });
  await isSlow();
  await eventually(async () => {
    const { rows } = await campus.database.query(
      'SELECT present, (SELECT count(*)::int FROM recounts) AS queued FROM session_counts WHERE session_id = $1',
      [heldClass.session.id],
    );
    expect(rows).toEqual([{ present: 2, queued: 0 }]);
  });
  expect(await campus.ask(heldClass.teacher, 'GET', '/api/attendance/totals')).toMatchObject({
    body: { present: 2 },
  });
});

it('memberships of an import wait while many recounts are queued, unlike other changes', async () => {
  const { course, members } = await campus.holdClass(2);
  const [imported, single] = members as [Member, Member];
  const versionOf = async ({ user }: Member) => {
    const { rows } = await campus.database.query<{ version: number }>(
      'SELECT version FROM members WHERE course_id = $1 AND student_id = $2',
      [course.id, user.id],
    );
    return rows[0]?.version;
  };
  const changeOf = ({ user }: Member) => {
    const [id, began] = [objectId(), ago(50)];
    const period = { sectionId: course.id, began, recordedAt: began, by: user.id, voided: false };
    const state = { id, courseId: course.id, studentId: user.id, active: true, enrolledAt: began };
    return createEvent(membershipChanged, id, { ...state, periods: [period], version: 2 });
  };
  const client = await campus.database.connect();
  try {
    await client.query('BEGIN');
    // The lock prevents recounts from finishing.
    await client.query('LOCK TABLE session_counts IN EXCLUSIVE MODE');
    await campus.database.query(
      `INSERT INTO recounts (course_id) SELECT lpad(to_hex(n), 24, '0') FROM generate_series(1, 600) AS n`,
    );
    await campus.bus.publish({ ...changeOf(imported), bulk: true });
    await campus.bus.publish(changeOf(single));
    await eventually(async () => expect(await versionOf(single)).toBe(2));
    expect(await versionOf(imported)).toBe(1);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
  await eventually(async () => expect(await versionOf(imported)).toBe(2));
});

const COURSES = 12;

it('all courses that wait for a full recount are counted', async () => {
  const classes = await Promise.all(Array.from({ length: COURSES }, () => campus.holdClass(1)));
  for (const heldClass of classes) expect(await heldClass.mark()).toMatchObject({ status: 201 });
  const end = { active: false, endTime: ago(0), endedAt: ago(0), version: 2 };
  for (const { session } of classes) await campus.publishSession({ ...session, ...end });
  const courses = classes.map(({ course }) => course.id);
  const haveCounts = async () => {
    const { rows } = await campus.database.query(
      `SELECT count(r.status)::int AS records, sum(s.counted_present)::int AS sessions, sum(m.counted_present)::int AS members,
              (SELECT count(*)::int FROM recounts WHERE course_id = ANY ($1)) AS queued
         FROM unnest($1::text[]) AS course_id
         LEFT JOIN session_counts s USING (course_id) LEFT JOIN member_counts m USING (course_id)
         LEFT JOIN records r USING (course_id)`,
      [courses],
    );
    expect(rows).toEqual([{ records: COURSES, sessions: COURSES, members: COURSES, queued: 0 }]);
  };
  await eventually(haveCounts);
  await campus.database.query(
    `WITH deleted_records AS (DELETE FROM records WHERE course_id = ANY ($1)),
          deleted_sessions AS (DELETE FROM session_counts WHERE course_id = ANY ($1)),
          deleted_members AS (DELETE FROM member_counts WHERE course_id = ANY ($1))
     INSERT INTO recounts (course_id) SELECT * FROM unnest($1::text[])`,
    [courses],
  );
  await eventually(haveCounts);
});
