import {
  attendanceStatusSchema,
  daySchema,
  momentSchema,
  objectIdSchema,
  userIdSchema,
} from '@qr-attendance/contracts';
import { readInput, runMigration } from '@qr-attendance/server';
import { z } from 'zod';
import { createAttendance } from './core/create-attendance.ts';
import { configSchema } from './config.ts';
import { connectDatabase } from './db/database.ts';

const BATCH = 500;

const inputSchema = z.array(
  z.object({
    sessionId: objectIdSchema,
    courseId: objectIdSchema,
    teacherId: userIdSchema,
    studentId: userIdSchema,
    sessionDate: daySchema,
    status: attendanceStatusSchema,
    markedAt: z.pipe(momentSchema, z.coerce.date()),
  }),
);

/**
 * Writes past scans and excuses from JSON on standard input, unless the student has one in the session, and
 * prints their number. Lateness and absences follow from the session.
 */
await runMigration({
  name: 'attendance',
  configSchema: configSchema.pick({ DATABASE_URL: true, CAMPUS_TIME_ZONE: true }),
  migrate: async (config, log) => {
    const given = await readInput(inputSchema);
    const pool = connectDatabase(config.DATABASE_URL, log, { noTimeouts: true });
    // The running service publishes and recounts these facts.
    const { writeScan, decide } = createAttendance({ pool, recountPool: pool }, config.CAMPUS_TIME_ZONE);
    let written = 0;
    const scans = given.filter(({ status }) => status === 'PRESENT' || status === 'LATE');
    for (let from = 0; from < scans.length; from += BATCH) {
      const outcomes = await Promise.all(
        scans.slice(from, from + BATCH).map(({ sessionId, courseId, studentId, markedAt }) =>
          writeScan({
            sessionId,
            courseId,
            studentId,
            scannedAt: markedAt,
            context: {
              deviceKind: 'other',
              onCampus: null,
              signed: true,
              browser: null,
            },
          }),
        ),
      );
      written += outcomes.filter(({ outcome }) => outcome === 'written').length;
    }
    for (const { sessionId, studentId, teacherId, status } of given)
      if (status === 'EXCUSED')
        written += (
          await decide({ allowed: 'setStatuses' }, [
            {
              sessionId,
              studentId,
              version: undefined,
              status,
              action: 'marked_by_hand',
              actorId: teacherId,
              reason: 'Excused in advance',
            },
          ])
        ).size;
    // Ended sessions were assessed before these scans existed.
    const sessionIds = [...new Set(given.map(({ sessionId }) => sessionId))];
    await pool.query('UPDATE sessions SET assessed_at = NULL WHERE id = ANY($1)', [sessionIds]);
    await pool.end();
    process.stdout.write(JSON.stringify({ written }));
  },
});
