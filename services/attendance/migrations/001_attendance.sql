-- Up Migration

-- Tables store facts; the view `attendance` derives every status from them. Counts are caches that are
-- recomputed.

-- Removes case, accents and compatibility forms for search, like foldForSearch in packages/contracts.
CREATE FUNCTION fold_for_search(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  -- A faster path, because most names consist of ASCII letters.
  SELECT CASE WHEN octet_length(given) = length(given) THEN lower(given) ELSE
           translate(
             replace(replace(replace(replace(
               lower(regexp_replace(normalize(given, NFKD),
                                    '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g')),
               'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
             'øłđðħŧı', 'olddhti')
         END
$$;

-- Projections of data that other services own. Only a newer version replaces a row.
CREATE TABLE people (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  user_type text NOT NULL,
  usn text,
  reg_no text,
  suspended boolean NOT NULL DEFAULT false,
  erased boolean NOT NULL DEFAULT false,
  -- False for people on rosters who have no account.
  registered boolean NOT NULL DEFAULT true,
  -- False for accounts that anybody could have registered with another person's address.
  proven boolean NOT NULL DEFAULT true,
  -- The service rejects access tokens issued before the last sign-out everywhere; the last of them expires at
  -- `signed_out_until`.
  sign_outs integer NOT NULL DEFAULT 0,
  signed_out_until timestamptz,
  version integer NOT NULL
);
-- Used to find other accounts with a student's USN.
CREATE INDEX people_usn_idx ON people (fold_for_search(usn)) WHERE user_type = 'STUDENT' AND NOT erased;
CREATE INDEX people_signed_out_until_idx ON people (signed_out_until) WHERE signed_out_until IS NOT NULL;

-- Maps the duplicate record of a person to the kept one: facts keep the id with which they were stored, and
-- count for the kept person.
CREATE TABLE person_aliases (
  alias_id uuid PRIMARY KEY,
  person_id uuid NOT NULL
);
CREATE INDEX person_aliases_person_idx ON person_aliases (person_id);

CREATE TABLE student_security (
  student_id uuid PRIMARY KEY,
  preferences jsonb NOT NULL,
  devices jsonb NOT NULL,
  pin_verifier jsonb,
  passkeys jsonb NOT NULL,
  -- Passkeys that are in their cool-down.
  waiting_passkeys jsonb NOT NULL,
  selfie_consent boolean NOT NULL,
  version integer NOT NULL
);

CREATE TABLE courses (
  id text PRIMARY KEY,
  name text NOT NULL,
  code text NOT NULL,
  teacher_id uuid NOT NULL,
  staff jsonb NOT NULL DEFAULT '[]',
  unit_id text,
  archived boolean NOT NULL DEFAULT false,
  -- Whether students outside of the course may mark as guests.
  guests boolean NOT NULL DEFAULT false,
  version integer NOT NULL
);
CREATE INDEX courses_teacher_idx ON courses (teacher_id);
CREATE INDEX courses_staff_idx ON courses USING gin (staff jsonb_path_ops);

-- Roles in a unit apply in all units below it and in their courses.
CREATE TABLE units (
  id text PRIMARY KEY,
  parent_id text,
  staff jsonb NOT NULL DEFAULT '[]',
  version integer NOT NULL
);

-- A student in a course, with all membership periods as the course service published them.
CREATE TABLE members (
  course_id text NOT NULL,
  student_id uuid NOT NULL,
  -- Whether a period covers the current moment, and when the last period began.
  active boolean NOT NULL,
  enrolled_at timestamptz NOT NULL,
  periods jsonb NOT NULL,
  -- The section of the last period.
  section_id text GENERATED ALWAYS AS (periods -> -1 ->> 'sectionId') STORED,
  version integer NOT NULL,
  PRIMARY KEY (course_id, student_id)
);
CREATE INDEX members_student_idx ON members (student_id);
CREATE INDEX members_active_idx ON members (course_id) INCLUDE (student_id) WHERE active;
-- Contains the same periods as rows, for the view `attendance`.
CREATE TABLE memberships (
  course_id text NOT NULL,
  section_id text NOT NULL,
  student_id uuid NOT NULL,
  number integer NOT NULL,
  began timestamptz NOT NULL,
  -- The campus day on which the period began.
  began_day date NOT NULL,
  ended timestamptz,
  voided boolean NOT NULL,
  PRIMARY KEY (course_id, student_id, number)
);

CREATE TABLE sessions (
  id text PRIMARY KEY,
  course_id text NOT NULL,
  -- The covered sections; null for all current and future sections of the course.
  section_ids text[],
  -- The other courses of a joint class.
  joint_course_ids text[] NOT NULL DEFAULT '{}',
  course_ids text[] NOT NULL GENERATED ALWAYS AS (array_prepend(course_id, joint_course_ids)) STORED,
  teacher_id uuid NOT NULL,
  session_date date NOT NULL,
  start_time timestamptz NOT NULL,
  end_time timestamptz,
  active boolean NOT NULL,
  ended_at timestamptz,
  canceled_at timestamptz,
  -- The code was shown, or the teacher confirmed that the class took place.
  held boolean NOT NULL DEFAULT false,
  late_after_minutes integer NOT NULL,
  -- Scans at or after this moment are late.
  late_from timestamptz NOT NULL DEFAULT 'infinity',
  location jsonb,
  policy jsonb NOT NULL,
  missed_check_is_late boolean NOT NULL
    GENERATED ALWAYS AS (coalesce(policy ->> 'presenceCheck' = 'late', false)) STORED,
  -- The last presence check that was started.
  presence_check jsonb,
  presence_check_judged_at timestamptz,
  version integer NOT NULL,
  -- Salt of the hashed positions; deleted after the session.
  position_salt uuid DEFAULT gen_random_uuid(),
  assessed_at timestamptz
);
CREATE INDEX sessions_course_idx ON sessions (course_id, start_time DESC, id DESC) INCLUDE (active, canceled_at, held);
CREATE INDEX sessions_joint_idx ON sessions USING gin (joint_course_ids);
CREATE INDEX sessions_running_idx ON sessions (course_id) WHERE active;
CREATE INDEX sessions_salted_idx ON sessions (ended_at) WHERE NOT active AND position_salt IS NOT NULL;
CREATE INDEX sessions_unassessed_idx ON sessions (ended_at)
  WHERE NOT active AND (assessed_at IS NULL OR assessed_at < ended_at);
CREATE INDEX sessions_presence_check_idx ON sessions (start_time)
  WHERE presence_check_judged_at IS NULL AND policy ->> 'presenceCheck' IN ('review', 'late');

-- All revisions of a session as the session service published them. Revisions are immutable.
CREATE TABLE session_revisions (
  session_id text NOT NULL,
  number integer NOT NULL,
  at timestamptz NOT NULL,
  -- Null for the system.
  actor_id uuid,
  change text NOT NULL,
  session_date date NOT NULL,
  start_time timestamptz NOT NULL,
  late_from timestamptz NOT NULL,
  section_ids text[],
  PRIMARY KEY (session_id, number)
);

-- Facts that this service owns; only src/core writes them.

-- A scan that passed all checks.
CREATE TABLE scans (
  session_id text NOT NULL,
  student_id uuid NOT NULL,
  scanned_at timestamptz NOT NULL,
  PRIMARY KEY (session_id, student_id)
);
CREATE INDEX scans_student_idx ON scans (student_id, scanned_at);
-- Personal evidence of a scan; retention deletes it.
CREATE TABLE scan_evidence (
  session_id text NOT NULL,
  student_id uuid NOT NULL,
  scanned_at timestamptz NOT NULL,
  device_id uuid,
  -- Thumbprint (RFC 7638) of the key that signed the scan.
  device_key text,
  -- Approximate distance from the classroom; null if the session does not require a location.
  distance_band text,
  -- SHA-256 of the stored selfie; detects a picture that is used twice.
  selfie_hash text,
  -- ios, android, computer or other; no other data about the browser is stored.
  device_kind text,
  -- Null without configured campus networks.
  on_campus boolean,
  signed boolean NOT NULL,
  -- Keyed hashes of the browser's id and of the position, for comparing them; deleted soon after the session.
  browser text,
  position_hash bytea,
  -- Time between the first display of the newest burst code and the arrival of the scan, minus the phone's
  -- round trip.
  burst_late_ms integer,
  passkey text,
  PRIMARY KEY (session_id, student_id)
);
-- A device may serve only one student per session.
CREATE UNIQUE INDEX scan_evidence_key_once_per_session ON scan_evidence (session_id, device_key) WHERE device_key IS NOT NULL;
CREATE UNIQUE INDEX scan_evidence_selfie_once ON scan_evidence (selfie_hash) WHERE selfie_hash IS NOT NULL;
CREATE INDEX scan_evidence_browser_idx ON scan_evidence (session_id, browser) WHERE browser IS NOT NULL;
CREATE INDEX scan_evidence_position_idx ON scan_evidence (session_id, position_hash) WHERE position_hash IS NOT NULL;
CREATE INDEX scan_evidence_student_idx ON scan_evidence (student_id, scanned_at);
CREATE INDEX scan_evidence_at_idx ON scan_evidence (scanned_at);
CREATE TABLE selfies (
  session_id text NOT NULL,
  student_id uuid NOT NULL,
  jpeg bytea NOT NULL,
  taken_at timestamptz NOT NULL,
  -- The second picture, its prompt, and the perceptual hashes of both pictures.
  second_jpeg bytea,
  prompt text,
  phash bit(64),
  second_phash bit(64),
  PRIMARY KEY (session_id, student_id)
);
-- JPEG data cannot be compressed further.
ALTER TABLE selfies ALTER COLUMN jpeg SET STORAGE EXTERNAL, ALTER COLUMN second_jpeg SET STORAGE EXTERNAL;
CREATE INDEX selfies_taken_at_idx ON selfies (taken_at);
CREATE INDEX selfies_student_idx ON selfies (student_id);
-- The teacher's current decision; the status is null after it was cleared.
CREATE TABLE decisions (
  session_id text NOT NULL,
  student_id uuid NOT NULL,
  status text CHECK (status IN ('PRESENT', 'LATE', 'ABSENT', 'EXCUSED')),
  -- When the record was first made by hand; later decisions do not change it.
  marked_at timestamptz NOT NULL,
  decided_at timestamptz NOT NULL,
  decided_by uuid NOT NULL,
  version integer NOT NULL,
  PRIMARY KEY (session_id, student_id)
);
CREATE INDEX decisions_student_idx ON decisions (student_id);

-- Reasons to review a record, or a rejected attempt of a student without a record.
CREATE TABLE flags (
  session_id text NOT NULL,
  student_id uuid NOT NULL,
  reason text NOT NULL,
  at timestamptz NOT NULL,
  -- Whether the flag puts the record up for review, and when the teacher handled it.
  asks_review boolean NOT NULL,
  handled_at timestamptz,
  PRIMARY KEY (session_id, student_id, reason)
);
CREATE INDEX flags_student_idx ON flags (student_id);
CREATE INDEX flags_at_idx ON flags (at);

CREATE TABLE disputes (
  session_id text NOT NULL,
  student_id uuid NOT NULL,
  at timestamptz NOT NULL,
  note text NOT NULL,
  answered_at timestamptz,
  answer text,
  -- Increases with each dispute and each answer.
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (session_id, student_id)
);
CREATE INDEX disputes_student_idx ON disputes (student_id);

-- Answered and missed presence checks. A student who answered after the verdict has both times.
CREATE TABLE presence_checks (
  session_id text NOT NULL,
  student_id uuid NOT NULL,
  answered_at timestamptz,
  -- Thumbprint of the key that signed the answer; retention deletes it.
  device_key text,
  missed_at timestamptz,
  PRIMARY KEY (session_id, student_id)
);
CREATE INDEX presence_checks_student_idx ON presence_checks (student_id);
CREATE UNIQUE INDEX presence_checks_key_once_per_session ON presence_checks (session_id, device_key)
  WHERE device_key IS NOT NULL;
CREATE INDEX presence_checks_details_idx ON presence_checks (answered_at) WHERE device_key IS NOT NULL;

-- Each student of the courses that a session covers, once: in one of its sections at the time of the session,
-- else before or after. A student of several of these courses belongs to the session's own course, else to
-- the one chosen first. Without a membership in a covered section, the section is null.
CREATE VIEW session_students AS
SELECT DISTINCT ON (s.id, m.student_id) s.id AS session_id, m.student_id, m.course_id,
       CASE WHEN s.section_ids IS NULL OR m.section_id = ANY (s.section_ids) THEN m.section_id END AS section_id
  FROM sessions s
  JOIN memberships m ON m.course_id = ANY (s.course_ids) AND NOT m.voided
 ORDER BY s.id, m.student_id,
          s.section_ids IS NULL OR m.section_id = ANY (s.section_ids) DESC,
          m.began <= coalesce(s.ended_at, 'infinity')
          AND (m.began_day <= s.session_date OR m.began < s.start_time + interval '12 hours')
          AND (m.ended IS NULL OR m.ended > s.start_time) DESC,
          array_position(s.course_ids, m.course_id), m.number DESC;

-- Parallel classes are two classes of a course, for different sections, that overlap by at least half of the
-- shorter one; nobody can attend both. This function returns when a class ended.
CREATE FUNCTION end_of_class(s sessions) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$
  -- A forgotten class may have stayed open for days, so its length is limited.
  SELECT greatest(s.start_time, least(s.ended_at, s.end_time, s.start_time + interval '12 hours'))
$$;
CREATE VIEW parallel_sessions AS
SELECT s.id AS session_id, o.id AS other_id, o.course_ids AS other_course_ids
  FROM sessions s
 CROSS JOIN LATERAL unnest(s.course_ids) AS c (course_id)
 CROSS JOIN LATERAL (
   SELECT * FROM sessions p
    WHERE p.course_id = c.course_id AND p.start_time > s.start_time - interval '12 hours' AND p.start_time < end_of_class(s)
    UNION ALL
   SELECT * FROM sessions p WHERE p.joint_course_ids @> ARRAY[c.course_id]) AS p
  JOIN sessions o ON o.id = p.id
 WHERE s.section_ids IS NOT NULL AND s.ended_at IS NOT NULL AND s.canceled_at IS NULL
   AND NOT s.section_ids && o.section_ids AND o.ended_at IS NOT NULL AND o.canceled_at IS NULL
   AND o.start_time < end_of_class(s) AND end_of_class(o) > s.start_time
   AND 2 * (least(end_of_class(s), end_of_class(o)) - greatest(s.start_time, o.start_time))
       >= least(end_of_class(s) - s.start_time, end_of_class(o) - o.start_time);

-- The status that a scan yields; null without a scan. This function alone decides who is late.
CREATE FUNCTION scan_status(scanned_at timestamptz, late_from timestamptz, missed_check boolean) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN scanned_at >= late_from OR scanned_at IS NOT NULL AND missed_check THEN 'LATE'
              WHEN scanned_at IS NOT NULL THEN 'PRESENT' END
$$;
-- The status of each student in each class, without regard to parallel classes.
CREATE VIEW class_attendance AS
SELECT s.id AS session_id, f.student_id,
       -- The student's own course; guests belong to the session's course.
       CASE WHEN s.joint_course_ids = '{}' THEN s.course_id
            ELSE coalesce((SELECT x.course_id FROM session_students x WHERE x.session_id = s.id AND x.student_id = f.student_id),
                          s.course_id) END AS course_id,
       s.session_date, s.start_time,
       s.canceled_at IS NOT NULL AS canceled, s.ended_at IS NOT NULL AS ended,
       coalesce(f.decided, u.status) AS status,
       CASE WHEN f.decided IS NOT NULL THEN 'decision'
            WHEN f.scanned_at IS NULL THEN 'session_ended'
            WHEN scan_status(f.scanned_at, s.late_from, false) = 'LATE' THEN 'late_limit'
            WHEN f.missed THEN 'presence_check'
            ELSE 'scan' END AS cause,
       -- Whether the record counts toward rates. Periods are looked up only for sessions that were held,
       -- ended and not canceled.
       f.member AS counts,
       f.scanned_at, coalesce(f.scanned_at, f.marked_at, s.ended_at) AS marked_at,
       -- The status without the decision; null if there would be no record.
       u.status AS undecided,
       s.section_ids IS NOT NULL AS of_sections
  FROM sessions s
 CROSS JOIN LATERAL (
   -- If both records of a person have a scan, the earlier one counts.
   SELECT student_id, min(scanned_at) AS scanned_at, max(decided) AS decided, max(marked_at) AS marked_at,
          bool_or(missed) AS missed, bool_or(member) AS member
     FROM (
       SELECT c.student_id, c.scanned_at, NULL::text AS decided, NULL::timestamptz AS marked_at, false AS missed,
              false AS member
         FROM scans c WHERE c.session_id = s.id
        UNION ALL
       SELECT d.student_id, NULL, d.status, d.marked_at, false, false
         FROM decisions d WHERE d.session_id = s.id AND d.status IS NOT NULL
        UNION ALL
       SELECT p.student_id, NULL, NULL, NULL, true, false
         FROM presence_checks p
        WHERE p.session_id = s.id AND s.missed_check_is_late AND p.missed_at IS NOT NULL AND p.answered_at IS NULL
        UNION ALL
       SELECT m.student_id, NULL, NULL, NULL, false, true
         FROM memberships m
        WHERE m.course_id = ANY (s.course_ids) AND (s.section_ids IS NULL OR m.section_id = ANY (s.section_ids))
          AND s.ended_at IS NOT NULL AND s.canceled_at IS NULL
          -- Decisions made before the class, and excuses, do not prove that the class took place.
          AND (s.held OR EXISTS (SELECT FROM scans h WHERE h.session_id = s.id)
               OR EXISTS (SELECT FROM decisions h WHERE h.session_id = s.id AND h.status <> 'EXCUSED' AND h.decided_at >= s.start_time))
          -- A class may run past midnight. Students who enroll on a later day, while it is still open, did
          -- not attend it.
          AND NOT m.voided AND m.began <= s.ended_at
          AND (m.began_day <= s.session_date OR m.began < s.start_time + interval '12 hours')
          AND (m.ended IS NULL OR m.ended > s.start_time)
        UNION ALL
       -- Memberships of a merged record are published as memberships of the kept one.
       SELECT p.person_id, x.scanned_at, x.decided, x.marked_at, x.missed, false
         FROM person_aliases p CROSS JOIN LATERAL (
           SELECT c.scanned_at, NULL::text AS decided, NULL::timestamptz AS marked_at, false AS missed
             FROM scans c WHERE c.session_id = s.id AND c.student_id = p.alias_id
            UNION ALL
           SELECT NULL, d.status, d.marked_at, false
             FROM decisions d
            WHERE d.session_id = s.id AND d.student_id = p.alias_id AND d.status IS NOT NULL
              -- A decision on the kept record, even a cleared one, takes precedence.
              AND NOT EXISTS (SELECT FROM decisions o WHERE o.session_id = s.id AND o.student_id = p.person_id)
            UNION ALL
           SELECT NULL, NULL, NULL, true
             FROM presence_checks l
            WHERE l.session_id = s.id AND l.student_id = p.alias_id AND s.missed_check_is_late
              AND l.missed_at IS NOT NULL AND l.answered_at IS NULL
              AND NOT EXISTS (SELECT FROM scans o WHERE o.session_id = s.id AND o.student_id = p.person_id)) AS x) AS fact
    GROUP BY student_id
   HAVING min(scanned_at) IS NOT NULL OR max(decided) IS NOT NULL OR bool_or(member)) AS f
 CROSS JOIN LATERAL (
   SELECT coalesce(scan_status(f.scanned_at, s.late_from, f.missed), CASE WHEN f.member THEN 'ABSENT' END) AS status) AS u
 WHERE NOT EXISTS (SELECT FROM person_aliases p WHERE p.alias_id = f.student_id);

-- The parallel class that counts for a student: the one with the best record by this rank, else the earlier
-- one. Each pair of classes is compared separately.
CREATE FUNCTION attendance_rank(status text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN status IN ('PRESENT', 'LATE') THEN 2 WHEN status = 'EXCUSED' THEN 1 ELSE 0 END
$$;
CREATE VIEW judged_attendance AS
SELECT a.*, e.session_id AS elsewhere
  FROM class_attendance a
  LEFT JOIN LATERAL (
    SELECT o.session_id
      FROM parallel_sessions p
      JOIN class_attendance o ON o.session_id = p.other_id AND o.student_id = a.student_id AND o.course_id = a.course_id AND o.counts
     WHERE a.of_sections AND a.counts AND p.session_id = a.session_id
       AND (attendance_rank(o.status), a.start_time, a.session_id) > (attendance_rank(a.status), o.start_time, o.session_id)
     ORDER BY attendance_rank(o.status) DESC, o.start_time, o.session_id LIMIT 1) AS e ON true;
CREATE VIEW counted_elsewhere AS
SELECT a.session_id, a.student_id, a.course_id, x.section_id, o.status IN ('PRESENT', 'LATE') AS attended
  FROM judged_attendance a
  JOIN class_attendance o ON o.session_id = a.elsewhere AND o.student_id = a.student_id
  JOIN session_students x ON x.session_id = a.elsewhere AND x.student_id = a.student_id;
-- The only source of a status: everything that shows, counts, exports or explains one reads this view. An
-- absence does not count if the student attended a parallel class.
CREATE VIEW attendance AS
SELECT session_id, student_id, course_id, session_date, start_time, canceled, ended, status, cause,
       counts AND elsewhere IS NULL AS counts, scanned_at, marked_at,
       CASE WHEN elsewhere IS NULL OR undecided <> 'ABSENT' THEN undecided END AS undecided
  FROM judged_attendance
 WHERE elsewhere IS NULL OR status <> 'ABSENT' OR cause = 'decision';

-- Changes that people are notified of by email once nobody changes them any more. The text is derived from
-- the facts at that time.
CREATE TABLE notices (
  session_id text NOT NULL,
  -- The student whose record changed; null for a change that concerns everybody in the session.
  student_id uuid,
  kind text NOT NULL,
  -- The decided status, or 'canceled', at the last notification.
  was text,
  changed_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE NULLS NOT DISTINCT (session_id, kind, student_id)
);
CREATE INDEX notices_changed_idx ON notices (changed_at);
CREATE INDEX notices_student_idx ON notices (student_id);

-- The time, by the audit log, up to which a student has seen changes by others.
CREATE TABLE seen_changes (
  student_id uuid PRIMARY KEY,
  until timestamptz NOT NULL
);

-- Records to recompute: of one session, or of all sessions of a course if session_id is null; of one student,
-- or of everybody. A joint class has a row for each of its courses.
CREATE TABLE recounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id text NOT NULL,
  session_id text,
  student_id uuid
);
CREATE INDEX recounts_course_idx ON recounts (course_id);
CREATE INDEX recounts_session_idx ON recounts (session_id);
CREATE INDEX recounts_student_idx ON recounts (student_id) WHERE student_id IS NOT NULL;
-- A record depends on the records of parallel classes, so every queued recount also queues them.
CREATE FUNCTION queue_parallel_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO recounts (course_id, session_id, student_id)
    SELECT DISTINCT unnest(p.other_course_ids), p.other_id, q.student_id
      FROM queued q JOIN parallel_sessions p USING (session_id);
    RETURN NULL;
  END $$;
CREATE TRIGGER recounts_of_parallel_sessions AFTER INSERT ON recounts REFERENCING NEW TABLE AS queued
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION queue_parallel_sessions();

-- A record as lists show it. Open disputes and flags of merged records put the kept record up for review. The
-- version increases with each scan, decision, dispute and answer of the record itself, because decisions
-- compare it.
CREATE VIEW computed_records AS
SELECT a.session_id, a.student_id, a.course_id, a.session_date, a.start_time, a.canceled, a.ended,
       a.status, a.cause, a.counts, a.scanned_at, a.marked_at,
       (a.scanned_at IS NOT NULL)::int + coalesce(d.version, 0) + coalesce(o.version, 0) AS version,
       coalesce(f.open, false) OR coalesce(o.open, false) AS to_review,
       f.open IS NOT NULL AS flagged, o.open IS NOT NULL AS disputed,
       -- Null for guests.
       x.section_id
  FROM attendance a
  LEFT JOIN LATERAL (SELECT section_id FROM session_students
                      WHERE session_id = a.session_id AND student_id = a.student_id OFFSET 0) AS x ON true
  LEFT JOIN LATERAL (SELECT version FROM decisions
                      WHERE session_id = a.session_id AND student_id = a.student_id OFFSET 0) AS d ON true
  LEFT JOIN LATERAL (SELECT max(version) FILTER (WHERE student_id = a.student_id) AS version,
                            bool_or(answered_at IS NULL) AS open
                       FROM disputes
                      WHERE session_id = a.session_id AND student_id = ANY (
                        ARRAY(SELECT alias_id FROM person_aliases WHERE person_id = a.student_id)
                          || a.student_id)) AS o ON true
  LEFT JOIN LATERAL (SELECT bool_or(handled_at IS NULL) AS open FROM flags
                      WHERE session_id = a.session_id AND asks_review AND student_id = ANY (
                        ARRAY(SELECT alias_id FROM person_aliases WHERE person_id = a.student_id)
                          || a.student_id)) AS f ON true;
-- A cache of `computed_records`; lists, exports and counts read it.
CREATE TABLE records AS SELECT * FROM computed_records WITH NO DATA;
ALTER TABLE records ADD PRIMARY KEY (session_id, student_id);
CREATE INDEX records_course_idx ON records (course_id, start_time DESC, session_id DESC, student_id);
-- With course_id last, a student's counts in one course are read from the index alone.
CREATE INDEX records_student_idx ON records (student_id, start_time DESC, session_id DESC, course_id);
CREATE INDEX records_status_idx ON records (course_id, status, start_time DESC, session_id DESC, student_id)
  WHERE status <> 'PRESENT';
CREATE INDEX records_to_review_idx ON records (course_id, start_time DESC, session_id DESC, student_id) WHERE to_review;
-- Number of records by session, course and status, and of those that count toward rates. Excludes canceled
-- sessions.
CREATE VIEW computed_session_counts AS
SELECT s.id AS session_id, c.course_id, s.session_date, s.start_time, n.*
  FROM sessions s
 CROSS JOIN LATERAL unnest(s.course_ids) AS c (course_id)
 CROSS JOIN LATERAL (
   SELECT count(*) FILTER (WHERE a.status = 'PRESENT')::int AS present,
          count(*) FILTER (WHERE a.status = 'LATE')::int AS late,
          count(*) FILTER (WHERE a.status = 'ABSENT')::int AS absent,
          count(*) FILTER (WHERE a.status = 'EXCUSED')::int AS excused,
          count(*) FILTER (WHERE a.status = 'PRESENT' AND a.counts)::int AS counted_present,
          count(*) FILTER (WHERE a.status = 'LATE' AND a.counts)::int AS counted_late,
          count(*) FILTER (WHERE a.status = 'ABSENT' AND a.counts)::int AS counted_absent,
          count(*) FILTER (WHERE a.status = 'EXCUSED' AND a.counts)::int AS counted_excused
     FROM records a
    WHERE a.session_id = s.id AND NOT a.canceled AND (s.joint_course_ids = '{}' OR a.course_id = c.course_id)) AS n;
CREATE TABLE session_counts AS SELECT * FROM computed_session_counts WITH NO DATA;
-- The nightly register reads only counts that changed since the last one.
ALTER TABLE session_counts ADD PRIMARY KEY (session_id, course_id), ADD changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  SET (fillfactor = 80);
CREATE INDEX session_counts_course_idx ON session_counts (course_id, start_time)
  INCLUDE (session_id, session_date, present, late, absent, excused,
           counted_present, counted_late, counted_absent, counted_excused);
CREATE INDEX session_counts_changed_idx ON session_counts (changed_at);

-- Number of a student's records in a course that count toward rates.
CREATE VIEW computed_member_counts AS
SELECT a.course_id, a.student_id,
       count(*) FILTER (WHERE a.status = 'PRESENT')::int AS counted_present,
       count(*) FILTER (WHERE a.status = 'LATE')::int AS counted_late,
       count(*) FILTER (WHERE a.status = 'ABSENT')::int AS counted_absent,
       count(*) FILTER (WHERE a.status = 'EXCUSED')::int AS counted_excused
  FROM records a WHERE a.counts
 GROUP BY a.course_id, a.student_id;
CREATE TABLE member_counts AS SELECT * FROM computed_member_counts WITH NO DATA;
ALTER TABLE member_counts ADD PRIMARY KEY (course_id, student_id), ADD version integer NOT NULL DEFAULT 0,
  SET (fillfactor = 80);

-- The audit log is append-only. Texts written by people are stored in another table, so that they can be
-- deleted with the person. Entries without a student are revisions of a session.
CREATE TABLE audit_log (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  session_id text,
  course_id text,
  student_id uuid,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When the entry was written, which can be later than `at`.
  written_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  action text NOT NULL,
  -- Null for the system.
  actor_id uuid,
  from_status text,
  to_status text,
  -- The contents of a revision or of membership periods, or the time of a scan.
  details jsonb
);
CREATE INDEX audit_log_record_idx ON audit_log (session_id, student_id, at);
CREATE INDEX audit_log_student_idx ON audit_log (student_id, written_at);
CREATE INDEX audit_log_revisions_idx ON audit_log (course_id, written_at) WHERE student_id IS NULL;
CREATE INDEX audit_log_actor_idx ON audit_log (actor_id, at);
CREATE INDEX audit_log_written_idx ON audit_log (written_at);
-- Decisions of staff, for the administration's list.
CREATE INDEX audit_log_decisions_idx ON audit_log (written_at, id) WHERE action IN (
  'marked_by_hand', 'set_on_roster', 'accepted', 'corrected', 'refused', 'undone', 'dispute_answered');
CREATE TABLE audit_texts (
  audit_id uuid PRIMARY KEY REFERENCES audit_log,
  text text NOT NULL
);
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_texts_unchanged BEFORE UPDATE ON audit_texts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER session_revisions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON session_revisions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE pin_attempts (
  student_id uuid PRIMARY KEY,
  failures integer NOT NULL,
  locked_until timestamptz
);
-- A challenge is valid for one scan of one student in one session.
CREATE TABLE passkey_challenges (
  challenge text PRIMARY KEY,
  student_id uuid NOT NULL,
  session_id text NOT NULL,
  ticket_id text,
  rp_id text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenges_expires_at_idx ON passkey_challenges (expires_at);
-- Authenticators without a counter have no row.
CREATE TABLE passkey_counters (
  credential_id text PRIMARY KEY,
  counter bigint NOT NULL
);
CREATE TABLE place_tries (
  student_id uuid PRIMARY KEY,
  tries integer NOT NULL,
  since timestamptz NOT NULL
);
CREATE INDEX place_tries_since_idx ON place_tries (since);

-- The last rejected attempt of each student who held a ticket of the session. `reason` is the code of the
-- refusal.
CREATE TABLE refused_tries (
  session_id text NOT NULL,
  student_id uuid NOT NULL,
  reason text NOT NULL,
  at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 1,
  -- The device or passkey in its cool-down, which a teacher can confirm.
  proof jsonb,
  -- The position of a student who was too far away, kept only while the session runs: most of the class may
  -- be in another room.
  latitude double precision,
  longitude double precision,
  PRIMARY KEY (session_id, student_id)
);
CREATE INDEX refused_tries_student_idx ON refused_tries (student_id);
CREATE INDEX refused_tries_at_idx ON refused_tries (at);
CREATE INDEX refused_tries_position_idx ON refused_tries (at) WHERE latitude IS NOT NULL;
-- Number of attempts with somebody else's ticket, up to a limit.
CREATE TABLE refused_others (
  session_id text PRIMARY KEY,
  tries integer NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX refused_others_at_idx ON refused_others (at);
-- Actions of teachers after rejected attempts.
CREATE TABLE refused_audit (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  session_id text NOT NULL,
  student_id uuid NOT NULL,
  actor_id uuid NOT NULL,
  action text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX refused_audit_student_idx ON refused_audit (student_id, session_id, at);
CREATE INDEX refused_audit_actor_idx ON refused_audit (actor_id, at);
CREATE TRIGGER refused_audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON refused_audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The audit log as a Merkle tree (RFC 9162). Leaves are numbered from 0 in the order in which they were
-- added.
CREATE TABLE history_leaves (
  number bigint PRIMARY KEY,
  line_id uuid NOT NULL UNIQUE,
  hash bytea NOT NULL
);
-- The salt of a leaf's hash. It is deleted with the person; without it, the hash reveals nothing.
CREATE TABLE history_openings (
  line_id uuid PRIMARY KEY,
  salt bytea NOT NULL,
  student_id uuid,
  text_hash bytea
);
CREATE INDEX history_openings_student_idx ON history_openings (student_id);
-- Roots of perfect subtrees with at least 256 leaves; smaller subtrees are computed from their leaves.
CREATE TABLE history_nodes (
  level smallint NOT NULL,
  position bigint NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (level, position)
);
CREATE TABLE history_roots (
  size bigint PRIMARY KEY,
  root bytea NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX history_roots_at_idx ON history_roots (at);
-- Roots that have not been emailed to the auditor yet.
CREATE TABLE history_root_mails (
  size bigint PRIMARY KEY
);
CREATE TRIGGER history_leaves_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON history_leaves
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER history_nodes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON history_nodes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER history_roots_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON history_roots
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Part of the version of every record in events; raised after a restore.
CREATE TABLE record_epoch (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  version integer NOT NULL DEFAULT 0
);
INSERT INTO record_epoch DEFAULT VALUES;

CREATE TABLE outbox (
  topic text NOT NULL,
  key text NOT NULL,
  id uuid NOT NULL,
  version integer NOT NULL,
  occurred_at timestamptz NOT NULL,
  payload jsonb NOT NULL,
  -- The span in which the event was written (W3C traceparent).
  trace text,
  PRIMARY KEY (topic, key)
);
CREATE INDEX outbox_occurred_at_idx ON outbox (occurred_at);
CREATE INDEX outbox_id_idx ON outbox (id);
-- Events that this service could not handle, as JSON text, until an operator redrives or discards them.
CREATE TABLE dead_letters (
  id text PRIMARY KEY,
  since timestamptz NOT NULL,
  letter text NOT NULL
);
CREATE INDEX dead_letters_since_idx ON dead_letters (since, id);

-- Random reads cost nearly as little as sequential ones on current disks, and small queries gain nothing from
-- parallel workers. If the service lacks the permission, the server's administrator can set this.
DO $$ BEGIN
  EXECUTE format('ALTER DATABASE %I SET random_page_cost = 1.1', current_database());
  EXECUTE format('ALTER DATABASE %I SET max_parallel_workers_per_gather = 0', current_database());
EXCEPTION WHEN insufficient_privilege THEN
  RAISE NOTICE 'random_page_cost and max_parallel_workers_per_gather stay as they are';
END $$;
-- Tables are analyzed often, because plans need statistics of the newest rows.
ALTER TABLE scans SET (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
