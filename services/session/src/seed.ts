import {
  DEFAULT_REFRESH_INTERVAL,
  daySchema,
  momentSchema,
  objectIdSchema,
  OPEN_POLICY,
  userIdSchema,
} from '@qr-attendance/contracts';
import { newSecret, readInput, runMigration } from '@qr-attendance/server';
import { connectMongo } from '@qr-attendance/server/mongo';
import { z } from 'zod';
import { migrationConfigSchema } from './config.ts';
import { createModels } from './db/models.ts';
import { toCreated, toEnded } from './core/sessions/rules/transitions.ts';
import { createSessions, newSessionId, type Sessions } from './core/sessions/sessions.ts';

const inputSchema = z.array(
  z
    .object({
      courseId: objectIdSchema,
      teacherId: userIdSchema,
      date: daySchema,
      startTime: z.pipe(momentSchema, z.coerce.date()),
      endTime: z.pipe(momentSchema, z.coerce.date()),
      lateAfterMinutes: z.number().int().min(0).max(600),
    })
    .refine(({ startTime, endTime }) => endTime > startTime, {
      path: ['endTime'],
      message: 'must be after the start time',
    })
    .refine(({ endTime }) => endTime.getTime() < Date.now(), {
      path: ['endTime'],
      message: 'must have passed',
    }),
);

type PastSession = z.output<typeof inputSchema>[number];

const MAX_SESSIONS = 10_000;
const keyOf = ({ courseId, startTime }: Pick<PastSession, 'courseId' | 'startTime'>) =>
  `${courseId} ${startTime.toISOString()}`;

/** Writes sessions in their final state. In a repeated run, skips sessions of the same course and start. */
const seedSessions = async (
  { sessions, clock }: { sessions: Sessions; clock: () => Date },
  past: PastSession[],
): Promise<string[]> => {
  const now = clock();
  const courseIds = [...new Set(past.map(({ courseId }) => courseId))];
  const existingSessions = await sessions.list({ courseIds, now }, MAX_SESSIONS);
  const idOf = new Map(existingSessions.map((session) => [keyOf(session), session.id]));
  const write = async (given: PastSession): Promise<string> => {
    const before = idOf.get(keyOf(given));
    if (before) return before;
    const id = newSessionId();
    const shown = {
      refreshInterval: DEFAULT_REFRESH_INTERVAL,
      codeShownAt: given.startTime,
      codeLastShownAt: given.startTime,
      currentCode: { secret: newSecret(), refreshes: 0, issuedAt: given.startTime },
    };
    const created = toCreated(
      { ...given, ...shown, id, active: true, policy: OPEN_POLICY },
      { by: given.teacherId, at: given.startTime },
    );
    await sessions.create(toEnded(created, now, null));
    return id;
  };
  const ids: string[] = [];
  for (const given of past) ids.push(await write(given));
  return ids;
};

/** Reads past sessions as JSON from standard input, and prints their ids as JSON. */
await runMigration({
  name: 'session',
  configSchema: migrationConfigSchema.pick({ MONGODB_URL: true }),
  migrate: async (config) => {
    const past = await readInput(inputSchema);
    const connection = await connectMongo(config.MONGODB_URL);
    const clock = () => new Date();
    // The relay of the running service publishes the events.
    const sessions = createSessions(createModels(connection).sessions, () => undefined, clock);
    process.stdout.write(JSON.stringify(await seedSessions({ sessions, clock }, past)));
    await connection.close();
  },
});
