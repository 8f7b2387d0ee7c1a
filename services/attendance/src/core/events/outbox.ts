import type { Topic } from '@qr-attendance/contracts/events';
import { isoMoment } from '../../db/sql.ts';

/**
 * Part of every record's version in events. A restore raises it, so a replay replaces copies of records and
 * nothing else.
 */
const EPOCH = '(SELECT version FROM record_epoch)';

export const payloadOf = (deviceId = 'NULL'): string => `
  jsonb_strip_nulls(jsonb_build_object(
    'id', session_id || '-' || student_id, 'sessionId', session_id, 'courseId', course_id, 'studentId', student_id,
    'deviceId', ${deviceId}, 'status', status, 'markedAt', ${isoMoment('marked_at')},
    'scanned', CASE WHEN scanned_at IS NOT NULL THEN true END,
    'decidedAt', CASE WHEN status <> 'EXCUSED' THEN ${isoMoment('decided_at')} END,
    'version', record_version + ${EPOCH}))`;

/** Stores an event for each row of a CTE. An event that waits is replaced. */
export const eventsOf = (topic: Topic, rows: string, trace: string, deviceId?: string): string => `
  INSERT INTO outbox AS o (topic, key, id, version, occurred_at, payload, trace)
  SELECT '${topic.name}', session_id || '-' || student_id, gen_random_uuid(), record_version + ${EPOCH}, now(),
         ${payloadOf(deviceId)}, ${trace}
    FROM ${rows} ORDER BY 2
  ON CONFLICT (topic, key) DO UPDATE
    SET id = excluded.id, version = excluded.version, occurred_at = excluded.occurred_at, payload = excluded.payload,
        trace = excluded.trace
    WHERE o.version < excluded.version`;
