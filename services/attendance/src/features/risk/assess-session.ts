import type { Pool } from 'pg';
import { raiseFlags } from '../../core/flags/flags.ts';
import { SETTLED_AFTER_MINUTES } from '../../core/scans/rules/judge-time.ts';
import { MIN_REVIEW_SCORE, RISK_SCORE, SIGNAL_ROWS } from '../../core/flags/risk-signals.ts';
import { inTransaction } from '../../db/database.ts';
import { isSecondAccount } from './second-account.ts';

/**
 * At least this many marks, and this share of all marks, from new devices within `TOGETHER` are not a
 * coincidence.
 */
const NEW_TOGETHER = 4;
const NEW_SHARE = 0.05;
const TOGETHER = `interval '2 minutes'`;

const COHORT = 10;
/**
 * Outliers are later than the median by this many robust standard deviations, and by at least this many
 * seconds.
 */
const LATE_DEVIATIONS = 5;
const LATE_AT_LEAST_S = 300;
/** Converts the median absolute deviation of a normal distribution to its standard deviation. */
const MAD_TO_SD = 1.4826;

/** Cameras and networks alone cause smaller delays relative to the median of burst scans. */
const RELAYED_AT_LEAST_MS = 400;
/**
 * No measured honest phone was this late, so this limit also applies to classes that are too small to
 * compare.
 */
const RELAYED_SURELY_MS = 2_000;

const OFFSET_SESSIONS = 6;
const OFFSET_MARKS = 4;
/**
 * A student's offset counts as constant, and students count as a group, if the offsets differ by at most this
 * many seconds.
 */
const OFFSET_SPREAD_S = 5;
const OFFSET_FROM_S = 45;
const OFFSET_GROUP = 3;

const seconds = (moment: string) => `extract(epoch FROM ${moment})::float8`;

/**
 * Compares the marks of the ended session `$1`. Marks whose signals add up to `MIN_REVIEW_SCORE` are put up for
 * review; for others, the signal is only stored.
 */
const assess = () =>
  raiseFlags(`
  own AS (
    SELECT e.student_id, e.scanned_at, e.device_key, e.on_campus, e.burst_late_ms, e.passkey, ${seconds('e.scanned_at')} AS t
      FROM scan_evidence e JOIN sessions s ON s.id = e.session_id
     WHERE e.session_id = $1 AND s.canceled_at IS NULL
  ), new_device AS (
    SELECT student_id, scanned_at FROM own
     WHERE device_key IS NOT NULL
       AND EXISTS (SELECT FROM scan_evidence o WHERE o.student_id = own.student_id AND o.scanned_at < own.scanned_at
                      AND o.device_key <> own.device_key)
       AND NOT EXISTS (SELECT FROM scan_evidence o WHERE o.student_id = own.student_id AND o.scanned_at < own.scanned_at
                          AND o.device_key = own.device_key)
  ), new_passkey AS (
    -- A new phone brings both, and one cause counts once.
    SELECT student_id FROM own
     WHERE passkey IS NOT NULL AND student_id NOT IN (SELECT student_id FROM new_device)
       AND EXISTS (SELECT FROM scan_evidence o WHERE o.student_id = own.student_id AND o.scanned_at < own.scanned_at
                      AND o.passkey <> own.passkey)
       AND NOT EXISTS (SELECT FROM scan_evidence o WHERE o.student_id = own.student_id AND o.scanned_at < own.scanned_at
                          AND o.session_id <> $1 AND o.passkey = own.passkey)
  ), together AS (
    SELECT student_id, count(*) OVER (
             ORDER BY scanned_at RANGE BETWEEN ${TOGETHER} PRECEDING AND ${TOGETHER} FOLLOWING) AS near
      FROM new_device
  ), middle AS (
    SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY t) AS median, count(*) AS marks FROM own
  ), deviation AS (
    SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY abs(t - median)) AS mad FROM own, middle
  ), live AS (
    SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY burst_late_ms) AS median, count(burst_late_ms) AS scans FROM own
  ), live_deviation AS (
    SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY abs(burst_late_ms - median)) AS mad FROM own, live
  ), compared AS (
    SELECT s.id FROM sessions s, (SELECT course_id, ended_at FROM sessions WHERE id = $1) AS this
     WHERE s.course_id = this.course_id AND NOT s.active AND s.canceled_at IS NULL AND s.ended_at <= this.ended_at
     ORDER BY s.ended_at DESC LIMIT ${OFFSET_SESSIONS}
  ), timed AS (
    SELECT e.session_id, e.student_id, ${seconds('e.scanned_at')} AS t
      FROM compared JOIN scan_evidence e ON e.session_id = compared.id
  ), medians AS (
    SELECT session_id, percentile_cont(0.5) WITHIN GROUP (ORDER BY t) AS median FROM timed GROUP BY session_id
  ), offsets AS (
    SELECT student_id, avg(t - median) AS mean
      FROM timed JOIN medians USING (session_id)
     GROUP BY student_id
    HAVING count(*) >= ${OFFSET_MARKS} AND bool_or(session_id = $1)
       AND max(t - median) - min(t - median) <= ${OFFSET_SPREAD_S} AND abs(avg(t - median)) >= ${OFFSET_FROM_S}
  ), groups AS (
    SELECT student_id, count(*) OVER (
             ORDER BY mean RANGE BETWEEN ${OFFSET_SPREAD_S} PRECEDING AND ${OFFSET_SPREAD_S} FOLLOWING) AS near
      FROM offsets
  ), found AS (
    SELECT student_id, 'new_device' AS reason FROM new_device
     UNION ALL
    SELECT student_id, 'new_passkey' FROM new_passkey
     UNION ALL
    SELECT student_id, 'new_devices_together' FROM together, middle
     WHERE near >= greatest(${NEW_TOGETHER}, ceil(${NEW_SHARE} * marks))
     UNION ALL
    SELECT student_id, 'late_against_cohort' FROM own, middle, deviation
     WHERE marks >= ${COHORT} AND t - median > greatest(${LATE_AT_LEAST_S}, ${LATE_DEVIATIONS * MAD_TO_SD} * mad)
     UNION ALL
    SELECT student_id, 'relayed_late' FROM own, live, live_deviation
     WHERE burst_late_ms > ${RELAYED_SURELY_MS} OR (scans >= ${COHORT}
       AND burst_late_ms - median > greatest(${RELAYED_AT_LEAST_MS}, ${LATE_DEVIATIONS * MAD_TO_SD} * mad))
     UNION ALL
    SELECT student_id, 'constant_offset' FROM groups WHERE near >= ${OFFSET_GROUP}
     UNION ALL
    SELECT student_id, 'off_campus' FROM own WHERE on_campus = false
     UNION ALL
    SELECT student_id, 'second_account' FROM own WHERE ${isSecondAccount('own.student_id')}
  ), fresh AS (
    SELECT student_id, reason FROM found
    EXCEPT SELECT student_id, reason FROM flags WHERE session_id = $1
  ), scored AS (
    SELECT known.student_id, ${RISK_SCORE} AS score
      FROM (SELECT student_id, reason FROM flags WHERE session_id = $1
             UNION ALL SELECT student_id, reason FROM fresh) AS known
      JOIN ${SIGNAL_ROWS} ON signal.reason = known.reason
     GROUP BY known.student_id
  ), settled AS (
    UPDATE sessions SET assessed_at = now() WHERE id = $1
  ), chosen AS (
    -- A flag that asks for no review has the time of its scan, as the teacher has seen the record.
    SELECT $1 AS session_id, student_id, reason, score >= ${MIN_REVIEW_SCORE} AS asks_review,
           CASE WHEN score >= ${MIN_REVIEW_SCORE} THEN now() ELSE scanned_at END AS at
      FROM fresh JOIN scored USING (student_id) JOIN own USING (student_id)
  )`);

/**
 * Selects sessions whose late deliveries have arrived; otherwise a delayed mark would avoid the comparison.
 * In random order, so that a failing session does not block the others.
 */
const NEXT = `
  SELECT id FROM sessions
   WHERE NOT active AND (assessed_at IS NULL OR assessed_at < ended_at)
     AND ended_at < now() - interval '${SETTLED_AFTER_MINUTES} minutes'
   ORDER BY random() LIMIT 1 FOR UPDATE SKIP LOCKED`;

/** @returns whether more sessions may be due */
export const assessNextSession = (pool: Pool): Promise<boolean> =>
  inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string }>(NEXT);
    for (const { id } of rows) await client.query(assess(), [id]);
    return rows.length > 0;
  });
