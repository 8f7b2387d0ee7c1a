import type {
  DeviceVerifier,
  PasskeyVerifier,
  SecurityPreferences,
  WaitingPasskey,
} from '@qr-attendance/contracts';
import { createBatcher, type PinVerifier } from '@qr-attendance/server';
import type { Pool } from 'pg';
import type { LastLocation } from './rules/judge-location.ts';
import { lookUp } from '../attendance/statements.ts';
import type { MarkFacts, MarkIds } from './rules/judge-mark.ts';
import { toSession, type SessionRow } from '../projections/lookups.ts';

interface Row {
  /** Also null where another row tells of this session. */
  session: SessionRow | null;
  last_place: { location: LastLocation['location']; markedAt: string } | null;
  course: MarkFacts['course'];
  person: MarkFacts['person'];
  enrolled: boolean;
  preferences: SecurityPreferences | null;
  devices: DeviceVerifier[] | null;
  pin_verifier: PinVerifier | null;
  passkeys: PasskeyVerifier[] | null;
  waiting_passkeys: WaitingPasskey[] | null;
  selfie_consent: boolean | null;
  security_version: number | null;
  failures: number | null;
  locked_until: Date | null;
}

/** The room a student was last found to be in, as far as it can matter for how fast one can be here. */
const LAST_PLACE = `
  SELECT jsonb_build_object('location', l.location, 'markedAt', e.scanned_at)
    FROM scan_evidence e JOIN sessions l ON l.id = e.session_id
   WHERE e.student_id = asked.student_id AND e.session_id <> asked.session_id AND e.distance_band IS NOT NULL
     AND e.scanned_at > now() - interval '4 days'
   ORDER BY e.scanned_at DESC LIMIT 1`;
/**
 * Two things keep the plan short. The arrays come by subqueries, which hide their lengths from the planner: by the lengths a plan for
 * these very values seems cheaper to it each time than the one that it keeps, and planning took longer than the answer. And rows are
 * looked up: the planner expects more to be asked than is, and would read tables of a small university from end to
 * end for a handful of students.
 */
const SQL = `
  SELECT CASE WHEN asked.tells AND s.id IS NOT NULL THEN to_jsonb(s) END AS session,
         CASE WHEN s.location IS NULL THEN NULL ELSE (${LAST_PLACE}) END AS last_place,
         CASE WHEN c.id IS NOT NULL THEN jsonb_build_object('name', c.name, 'code', c.code) END AS course,
         CASE WHEN p.id IS NOT NULL THEN jsonb_build_object('name', p.name, 'email', p.email) END AS person,
         coalesce(e.active, false) AS enrolled,
         y.preferences, y.devices, y.pin_verifier, y.passkeys, y.waiting_passkeys, y.selfie_consent,
         y.version AS security_version, a.failures, a.locked_until
    FROM unnest((SELECT $1::text[]), (SELECT $2::text[]), (SELECT $3::uuid[]), (SELECT $4::boolean[]))
         WITH ORDINALITY AS asked (session_id, course_id, student_id, tells, place)
    ${lookUp('*', 'sessions', 's', 'id = asked.session_id')}
    ${lookUp('id, name, code', 'courses', 'c', 'id = asked.course_id')}
    ${lookUp('id, name, email', 'people', 'p', 'id = asked.student_id')}
    ${lookUp('active', 'members', 'e', 'course_id = asked.course_id AND student_id = asked.student_id')}
    ${lookUp('*', 'student_security', 'y', 'student_id = asked.student_id')}
    ${lookUp('failures, locked_until', 'pin_attempts', 'a', 'student_id = asked.student_id')}
   ORDER BY place`;

/** JSON has no dates; the rest of a session row comes as from a plain query. */
const reviveSession = (row: SessionRow): SessionRow => ({
  ...row,
  start_time: new Date(row.start_time),
  end_time: row.end_time && new Date(row.end_time),
  ended_at: row.ended_at && new Date(row.ended_at),
  canceled_at: row.canceled_at && new Date(row.canceled_at),
});

/** A session, with what only the judging of a mark knows of it. */
interface KnownSession {
  session: NonNullable<MarkFacts['session']>;
  positionSalt: MarkFacts['positionSalt'];
}
const toKnown = (row: SessionRow): KnownSession => ({
  session: toSession(reviveSession(row)),
  positionSalt: row.position_salt,
});

const toFacts = (
  { last_place: lastPlace, ...row }: Row,
  { studentId }: MarkIds,
  known: KnownSession | undefined,
): MarkFacts => ({
  session: known?.session ?? null,
  positionSalt: known?.positionSalt ?? null,
  lastPlace: lastPlace && { ...lastPlace, markedAt: new Date(lastPlace.markedAt) },
  course: row.course,
  person: row.person,
  enrolled: row.enrolled,
  security: row.preferences && {
    studentId,
    preferences: row.preferences,
    devices: row.devices ?? [],
    pinVerifier: row.pin_verifier,
    passkeys: row.passkeys ?? [],
    waitingPasskeys: row.waiting_passkeys ?? [],
    selfieConsent: row.selfie_consent ?? false,
    version: row.security_version ?? 0,
  },
  pinAttempts: row.failures === null ? null : { failures: row.failures, lockedUntil: row.locked_until },
});

/** Marks whose facts one statement reads at most. */
const GROUP = 64;

/** Which rows tell of their session: the first of each, as a whole hall marks in one. */
const firstOfEach = (sessionIds: string[]): boolean[] => {
  const seen = new Set<string>();
  return sessionIds.map((id) => {
    const isFirst = !seen.has(id);
    seen.add(id);
    return isFirst;
  });
};

/** All that a mark is judged by, in one round trip, which marks that come at the same time share. */
export const createLoadMarkFacts = (pool: Pool): ((ids: MarkIds) => Promise<MarkFacts>) =>
  createBatcher<MarkIds, MarkFacts>(async (asked) => {
    const sessionIds = asked.map(({ sessionId }) => sessionId);
    const { rows } = await pool.query<Row>({
      name: 'mark-facts',
      text: SQL,
      values: [
        sessionIds,
        asked.map(({ courseId }) => courseId),
        asked.map(({ studentId }) => studentId),
        firstOfEach(sessionIds),
      ],
    });
    const told = rows.flatMap(({ session }) => (session ? [[session.id, toKnown(session)] as const] : []));
    const known = new Map(told);
    return asked.map((ids, place) => {
      const row = rows[place];
      return row ? toFacts(row, ids, known.get(ids.sessionId)) : new Error('the query of facts left one out');
    });
  }, GROUP);
