import type { CalendarFile } from '@qr-attendance/contracts';
import { type Caller, countPoints, DomainError, tooMany } from '@qr-attendance/server';
import PQueue from 'p-queue';
import { Piscina } from 'piscina';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Context } from '../context.ts';
import type { FileToRead, ReadFile } from './read-events-in-thread.ts';
import { toRule } from './rules/compress.ts';
import type { FileEvent, FileProblem } from './rules/read-events.ts';

type Reading = Pick<Context, 'rooms' | 'clock' | 'campusTimeZone'>;
type FoundSeries = CalendarFile['series'][number];

/** Per person and process. */
const READS = { points: 30, duration: 3_600 };
/** Points of a file that exceeds a limit. Other people wait while it is read. */
const EXCESSIVE_FILE_POINTS = 9;

/** Includes the start of the thread. The largest file within the other limits takes about a second. */
const MAX_READ_MS = 5_000;
/**
 * A file can keep the library in one call without end, or until the memory is used up. In a thread with limits
 * of time and memory, it cannot affect other requests.
 */
const threads = new Piscina<FileToRead, ReadFile>({
  filename: new URL('read-events-in-thread.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 60_000,
  resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 },
});

const MESSAGES: Record<FileProblem['code'], string> = {
  not_a_calendar: 'This is not an iCalendar file.',
  calendar_too_large: 'This calendar has too many events. Export the events of one course.',
};

const exceedsLimits = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'));

const readInThread = (text: string, { clock, campusTimeZone }: Reading): Promise<ReadFile> =>
  threads.run({ text, now: clock(), campusTimeZone }, { signal: AbortSignal.timeout(MAX_READ_MS) });

/** The only room that is called so, alone or with its building. */
const findRoom = async ({ rooms }: Reading, location: string): Promise<FoundSeries['room']> => {
  const names = (room: { name: string; building?: string | undefined }) =>
    [room.name, `${room.name}, ${room.building}`, `${room.building} ${room.name}`].map((name) =>
      name.toLowerCase(),
    );
  const found = (await rooms.list({ limit: 20, search: location })).filter((room) =>
    names(room).includes(location.toLowerCase()),
  );
  const [room] = found;
  if (!room || found.length > 1) return undefined;
  const { name, building } = room;
  return { id: room._id.toHexString(), name, ...(building === undefined ? {} : { building }) };
};

const locationOf = (events: FileEvent[]): string | undefined => {
  const locations = new Set(events.map(({ location }) => location));
  return locations.size === 1 ? events[0]?.location : undefined;
};

const describe = async (
  context: Reading,
  { events, problems }: Exclude<ReadFile, string>,
): Promise<CalendarFile> => {
  const rooms = new Map<string, Promise<FoundSeries['room']>>();
  const roomAt = (location: string) => {
    const room = rooms.get(location) ?? findRoom(context, location);
    rooms.set(location, room);
    return room;
  };
  const series: FoundSeries[] = [];
  for (const [name, some] of Map.groupBy(events, (event) => event.name)) {
    const occurrences = some.flatMap((event) => event.occurrences);
    const rule = toRule(occurrences);
    if (!rule) {
      problems.push({ name, problem: 'irregular' });
      continue;
    }
    const location = locationOf(some);
    const room = location === undefined ? undefined : await roomAt(location);
    series.push({
      ...{ name, count: occurrences.length, endless: some.some(({ endless }) => endless), rule },
      ...(location !== undefined && { location }),
      ...(room && { room }),
    });
  }
  return { series, problems };
};

/**
 * Describes the events of a file as series that a teacher can check and plan. Nothing is stored.
 * @throws DomainError (unprocessable, too_many)
 */
export const createReadCalendarFile = (context: Reading) => {
  const reads = new RateLimiterMemory(READS);
  // One file at a time, so that the limit of time does not count waiting for other files.
  const queue = new PQueue({ concurrency: 1 });
  const read = async (id: string, text: string): Promise<ReadFile> => {
    const { allowed, seconds: retryAfterSeconds } = await countPoints(reads, id);
    if (!allowed)
      throw tooMany(
        'too_many_requests',
        'You have read too many calendars. Try again later.',
        retryAfterSeconds,
      );
    try {
      return await readInThread(text, context);
    } catch (error) {
      if (!exceedsLimits(error)) throw error;
      await reads.penalty(id, EXCESSIVE_FILE_POINTS);
      return 'calendar_too_large';
    }
  };
  return async ({ id }: Pick<Caller, 'id'>, text: string): Promise<CalendarFile> => {
    const found = await queue.add(() => read(id, text));
    if (typeof found === 'string') throw new DomainError('unprocessable', found, MESSAGES[found]);
    return describe(context, found);
  };
};
