import { randomUUID } from 'node:crypto';
import {
  attendanceStatusSchema,
  daySchema,
  momentSchema,
  objectIdSchema,
  userIdSchema,
} from '@qr-attendance/contracts';
import { readInput, runMigration } from '@qr-attendance/server';
import { z } from 'zod';
import { configSchema } from './config.ts';
import { connectDatabase } from './db/database.ts';

import { makeWriteMarks, type NewMark } from './marking/write-marks.ts';

/** Marks per statement. */
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

/** How a mark of the past must have come about. */
const beginningOf = ({
  status,
  studentId,
  teacherId,
}: z.output<typeof inputSchema>[number]): Pick<NewMark, 'action' | 'actorId' | 'reason'> => {
  if (status === 'ABSENT') return { action: 'absent_at_end', actorId: null };
  if (status === 'EXCUSED')
    return { action: 'marked_by_hand', actorId: teacherId, reason: 'Excused in advance' };
  return { action: 'marked', actorId: studentId };
};

/**
 * Writes marks of the past, given as JSON on standard input, where the student has none yet in that session; prints
 * how many it wrote as JSON.
 */
await runMigration({
  name: 'attendance',
  configSchema: configSchema.pick({ DATABASE_URL: true }),
  migrate: async (config, log) => {
    const given = await readInput(inputSchema);
    const marks = given.map((mark): NewMark => ({
      ...mark,
      id: randomUUID(),
      deviceId: null,
      version: 1,
      ...beginningOf(mark),
    }));
    const pool = connectDatabase(config.DATABASE_URL, log, { noTimeouts: true });
    // The running service's relay finds what waits in the outbox by itself.
    const writeMarks = makeWriteMarks(pool);
    let written = 0;
    for (let from = 0; from < marks.length; from += BATCH)
      written += (await writeMarks(marks.slice(from, from + BATCH))).filter(
        (one) => one === 'written',
      ).length;
    await pool.end();
    process.stdout.write(JSON.stringify({ written }));
  },
});
