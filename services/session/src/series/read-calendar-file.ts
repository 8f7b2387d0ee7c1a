import type { CalendarFile } from '@qr-attendance/contracts';
import { type Caller, countPoints, DomainError, tooMany } from '@qr-attendance/server';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Context } from '../context.ts';
import { toRule } from './rules/compress.ts';
import { type FileEvent, FileProblem, readEvents } from './rules/read-events.ts';

type Reading = Pick<Context, 'rooms' | 'clock' | 'campusTimeZone'>;
type FoundSeries = CalendarFile['series'][number];

/** Reading a large file keeps the process busy for a moment. Per person and process. */
const READS = { points: 30, duration: 3_600 };

const MESSAGES = {
  not_a_calendar: 'This is not an iCalendar file.',
  calendar_too_large: 'This calendar has too many events. Export the events of one course.',
};

const read = (text: string, { clock, campusTimeZone }: Reading) => {
  try {
    return readEvents(text, { now: clock(), campusTimeZone });
  } catch (error) {
    if (error instanceof FileProblem)
      throw new DomainError('unprocessable', error.code, MESSAGES[error.code]);
    throw error;
  }
};

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

const describe = async (context: Reading, text: string): Promise<CalendarFile> => {
  const { events, problems } = read(text, context);
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
  return async ({ id }: Pick<Caller, 'id'>, text: string): Promise<CalendarFile> => {
    const { allowed, seconds: retryAfterSeconds } = await countPoints(reads, id);
    if (!allowed)
      throw tooMany(
        'too_many_requests',
        'You have read too many calendars. Try again later.',
        retryAfterSeconds,
      );
    return describe(context, text);
  };
};
