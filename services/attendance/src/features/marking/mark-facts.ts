import { createBatcher } from '@qr-attendance/server';
import type { Pool } from 'pg';
import { freeGuestPlacesSql } from '../../core/scans/guest-places.ts';
import { DURING_SESSION } from '../../core/sessions/session-conditions.ts';
import { isoMoment, lookupSql } from '../../db/sql.ts';
import { SESSION_STATE } from '../../projections/lookups.ts';
import type { MarkIds } from '../../projections/rules/known-session.ts';
import type { MarkFacts } from './rules/judge-mark.ts';

type Row = Omit<MarkFacts, 'session' | 'positionSalt'> & {
  known: Pick<MarkFacts, 'session' | 'positionSalt'> | null;
};

const LAST_PLACE = `
  SELECT jsonb_build_object('location', l.location, 'markedAt', ${isoMoment('e.scanned_at')})
    FROM scan_evidence e JOIN sessions l ON l.id = e.session_id
   WHERE e.student_id = asked.student_id AND e.session_id <> asked.session_id AND e.distance_band IS NOT NULL
     AND e.scanned_at > now() - interval '4 days'
   ORDER BY e.scanned_at DESC LIMIT 1`;
const COURSES = 'coalesce(s.course_ids, ARRAY[asked.course_id])';
const WAS_REMOVED = `coalesce(periods -> -1 -> 'end' ->> 'how' = 'REMOVED', false)`;
/**
 * Two measures keep planning short. Arrays are passed through subqueries, which hide their length; otherwise
 * the planner would prefer a new plan for each length. Rows are looked up one by one, because the planner
 * overestimates their number and would scan the tables of a small university.
 */
const SQL = `
  SELECT CASE WHEN asked.is_first AND s.id IS NOT NULL
              THEN jsonb_build_object('session', ${SESSION_STATE}, 'positionSalt', s.position_salt) END AS known,
         CASE WHEN s.location IS NULL THEN NULL ELSE (${LAST_PLACE}) END AS "lastPlace",
         CASE WHEN c.id IS NOT NULL THEN jsonb_build_object('id', c.id, 'name', c.name, 'code', c.code) END AS course,
         CASE WHEN p.id IS NOT NULL THEN jsonb_build_object('name', p.name, 'email', p.email) END AS person,
         coalesce(p.suspended, false) AS blocked,
         coalesce(e.active, false) AS enrolled,
         coalesce(e.in_section, false) OR EXISTS (
           SELECT FROM memberships m WHERE m.course_id = e.course_id AND m.student_id = asked.student_id AND ${DURING_SESSION}) AS "inSection",
         CASE WHEN c.guests AND NOT coalesce(e.active OR e.removed, false) THEN jsonb_build_object(
           'freePlaces', ${freeGuestPlacesSql('asked.session_id', 'asked.student_id')},
           'isProven', coalesce(p.proven, true)) END AS "asGuest",
         CASE WHEN y.student_id IS NOT NULL THEN jsonb_build_object(
           'studentId', y.student_id, 'preferences', y.preferences, 'devices', y.devices, 'pinVerifier', y.pin_verifier,
           'passkeys', y.passkeys, 'waitingPasskeys', y.waiting_passkeys, 'selfieConsent', y.selfie_consent,
           'version', y.version) END AS security,
         CASE WHEN a.student_id IS NOT NULL THEN jsonb_build_object(
           'failures', a.failures, 'lockedUntil', ${isoMoment('a.locked_until')}) END AS "pinAttempts"
    FROM unnest((SELECT $1::text[]), (SELECT $2::text[]), (SELECT $3::uuid[]), (SELECT $4::boolean[]))
         WITH ORDINALITY AS asked (session_id, course_id, student_id, is_first, position)
    ${lookupSql('*', 'sessions', 's', 'id = asked.session_id')}
    ${lookupSql('id, name, email, suspended, proven', 'people', 'p', 'id = asked.student_id')}
    LEFT JOIN LATERAL (
      SELECT course_id, active, ${WAS_REMOVED} AS removed,
             s.section_ids IS NULL OR section_id = ANY (s.section_ids) AS in_section
        FROM members
       WHERE course_id = ANY (${COURSES}) AND student_id = asked.student_id
       ORDER BY active DESC, s.section_ids IS NULL OR section_id = ANY (s.section_ids) DESC,
                array_position(s.course_ids, course_id) LIMIT 1) AS e ON true
    ${lookupSql('id, name, code, guests', 'courses', 'c', 'id = CASE WHEN e.active THEN e.course_id ELSE asked.course_id END')}
    ${lookupSql('*', 'student_security', 'y', 'student_id = asked.student_id')}
    ${lookupSql('*', 'pin_attempts', 'a', 'student_id = asked.student_id')}
   ORDER BY position`;

const GROUP = 64;

export const markFactsQuery = (marks: readonly MarkIds[]) => {
  const sessionIds = marks.map(({ sessionId }) => sessionId);
  return {
    name: 'mark-facts',
    text: SQL,
    values: [
      sessionIds,
      marks.map(({ courseId }) => courseId),
      marks.map(({ studentId }) => studentId),
      // Only the first row of each session contains the session, because a whole hall marks in one session.
      sessionIds.map((id, index) => sessionIds.indexOf(id) === index),
    ],
  };
};

/** Concurrent marks share one round trip. */
export const createLoadMarkFacts = (pool: Pool): ((ids: MarkIds) => Promise<MarkFacts>) =>
  createBatcher<MarkIds, MarkFacts>(async (marks) => {
    const sessionIds = marks.map(({ sessionId }) => sessionId);
    const { rows } = await pool.query<Row>(markFactsQuery(marks));
    return rows.map(({ known: _ofFirst, ...facts }, index) => ({
      session: null,
      positionSalt: null,
      ...rows[sessionIds.indexOf(sessionIds[index] ?? '')]?.known,
      ...facts,
    }));
  }, GROUP);
