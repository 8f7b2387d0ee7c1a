import { createBatcher } from '@qr-attendance/server';
import type { Database } from '../db/database.ts';

/** When a student's device made a mark. */
interface Use {
  studentId: string;
  deviceId: string;
  usedAt: Date;
}

const AT_ONCE = 200;

/** Remembers when devices were used last, those that are told of at the same time in one statement; an older use changes nothing. */
export const makeRecordDeviceUse = (database: Database) => {
  const touch = createBatcher<Use, void>(async (uses) => {
    const students = uses.map(({ studentId }) => studentId);
    const devices = uses.map(({ deviceId }) => deviceId);
    const times = uses.map(({ usedAt }) => usedAt.toISOString());
    // Rows are locked in one order, so that replicas never wait for each other in a ring.
    await database.$executeRaw`
      WITH used AS (
        SELECT student_id, device_id, max(at) AS at
          FROM unnest(${students}::uuid[], ${devices}::uuid[], ${times}::timestamptz[]) AS u (student_id, device_id, at)
         GROUP BY student_id, device_id
      ), older AS (
        SELECT d.student_id, d.device_id, u.at
          FROM devices d JOIN used u USING (student_id, device_id)
         WHERE d.last_used IS NULL OR d.last_used < u.at
         ORDER BY d.student_id, d.device_id FOR UPDATE OF d
      )
      UPDATE devices d SET last_used = o.at
        FROM older o WHERE d.student_id = o.student_id AND d.device_id = o.device_id`;
    return uses.map(() => undefined);
  }, AT_ONCE);
  return (studentId: string, deviceId: string, usedAt: Date): Promise<void> =>
    touch({ studentId, deviceId, usedAt });
};
