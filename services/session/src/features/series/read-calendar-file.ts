import { type CalendarFile, MAX_TERM_DAYS } from '@qr-attendance/contracts';
import {
  type Caller,
  createLocalCounter,
  createQueue,
  DomainError,
  limitKeys,
  tooMany,
} from '@qr-attendance/server';
import type { ReadFile } from './read-events-in-thread.ts';
import { readInThread } from './read-in-thread.ts';
import { toRule } from './rules/compress.ts';
import type { FileEvent } from './rules/calendar-file/read-event.ts';
import type { EventProblem, FileProblem } from './rules/calendar-file/read-events.ts';
import type { Rooms } from '../../core/rooms/rooms.ts';

interface ReadCalendarDeps {
  rooms: Rooms;
  clock: () => Date;
  campusTimeZone: string;
}
type FoundSeries = CalendarFile['series'][number];
type FoundProblem = CalendarFile['problems'][number];

/** Further problems are only counted. */
const MAX_PROBLEMS = 100;
/** Further locations are shown without their rooms, so that a file cannot cause more queries. */
const MAX_LOCATIONS = 200;

/** Per person and process: thirty files within the limits, or three files that exceed a limit. */
const READS = { points: 39, duration: 3_600 };
/**
 * When a file arrives, it costs as many points as a file that exceeds a limit; a file within the limits then gets a
 * refund.
 */
const FILE_POINTS = 10;
const REFUNDED_POINTS = 9;

const MESSAGES: Record<FileProblem['code'], string> = {
  not_a_calendar: 'This is not an iCalendar file.',
  calendar_too_large: 'This calendar has too many events. Export the events of one course.',
};

const exceedsLimits = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'));

/** The only room with this name, with or without its building. */
const findRoom = async ({ rooms }: ReadCalendarDeps, location: string): Promise<FoundSeries['room']> => {
  const names = (room: { name: string; building?: string | undefined }) =>
    [room.name, `${room.name}, ${room.building}`, `${room.building} ${room.name}`].map((name) =>
      name.toLowerCase(),
    );
  const matches = (await rooms.list({ limit: 20, search: location })).filter((room) =>
    names(room).includes(location.toLowerCase()),
  );
  const [room] = matches;
  if (!room || matches.length > 1) return undefined;
  const { name, building } = room;
  return { id: room._id.toHexString(), name, ...(building === undefined ? {} : { building }) };
};

const locationOf = (events: FileEvent[]): string | undefined => {
  const locations = new Set(events.map(({ location }) => location));
  return locations.size === 1 ? events[0]?.location : undefined;
};

const notesOf = (events: FileEvent[]): NonNullable<FoundSeries['notes']> =>
  [
    ...Map.groupBy(
      events.flatMap(({ notes }) => notes),
      ({ note, found }) => `${note} ${found}`,
    ).values(),
  ].map((same) => ({
    note: same[0]?.note ?? 'unreadable',
    days: [...new Set(same.flatMap(({ days }) => days))].sort(),
    ...(same[0]?.found !== undefined && { found: same[0].found }),
  }));

/** Merges events with the same name and problem. Past events come last, because they matter least. */
const summarize = (problems: EventProblem[]): Pick<CalendarFile, 'problems' | 'more'> => {
  const groups = Map.groupBy(problems, ({ name, problem, found }) => JSON.stringify([name, problem, found]));
  const all = [...groups.values()]
    .flatMap(([first, ...others]): (FoundProblem & { count: number })[] =>
      first ? [{ ...first, count: others.length + 1 }] : [],
    )
    .toSorted((one, other) => Number(one.problem === 'past') - Number(other.problem === 'past'));
  const more = all.slice(MAX_PROBLEMS).reduce((sum, { count }) => sum + count, 0);
  return {
    problems: all
      .slice(0, MAX_PROBLEMS)
      .map(({ count, ...one }) => ({ ...one, ...(count > 1 && { count }) })),
    ...(more > 0 && { more }),
  };
};

const describe = async (
  context: ReadCalendarDeps,
  { events, problems }: Exclude<ReadFile, string>,
): Promise<CalendarFile> => {
  const rooms = new Map<string, Promise<FoundSeries['room']>>();
  const roomAt = (location: string) => {
    const room =
      rooms.get(location) ?? (rooms.size < MAX_LOCATIONS ? findRoom(context, location) : undefined);
    if (room) rooms.set(location, room);
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
    const count = new Set(occurrences.map(({ day, start, end }) => `${day} ${start} ${end}`)).size;
    const notes = notesOf(some);
    series.push({
      name,
      count,
      endless: some.some(({ endless }) => endless),
      rule,
      ...(location !== undefined && { location }),
      ...(room && { room }),
      ...(notes.length > 0 && { notes }),
    });
  }
  return { series, ...summarize(problems) };
};

/**
 * Describes the events of a file as series that a teacher can check and plan. Stores nothing.
 * @throws DomainError (unprocessable, too_many, unavailable)
 */
export const createReadCalendarFile = (context: ReadCalendarDeps) => {
  const { clock, campusTimeZone } = context;
  const reads = createLocalCounter('calendar_files', READS);
  // Files are read one at a time, so that the time limit does not include waiting for other files.
  const queue = createQueue('calendar_files');
  const read = async (text: string, left: AbortSignal): Promise<ReadFile> => {
    try {
      return await readInThread({ text, now: clock(), campusTimeZone, days: MAX_TERM_DAYS }, left);
    } catch (error) {
      if (exceedsLimits(error)) return 'calendar_too_large';
      throw error;
    }
  };
  return async (caller: Pick<Caller, 'id'>, text: string, left: AbortSignal): Promise<CalendarFile> => {
    const spender = limitKeys.person(caller);
    const { allowed, seconds: retryAfterSeconds } = await reads.count(spender, FILE_POINTS);
    if (!allowed) {
      await reads.refund(spender, FILE_POINTS);
      throw tooMany(
        'too_many_requests',
        'You have read too many calendars. Try again later.',
        retryAfterSeconds,
      );
    }
    let file: ReadFile | undefined;
    try {
      file = await queue.run(spender, () => read(text, left), left);
    } finally {
      if (file !== 'calendar_too_large') await reads.refund(spender, REFUNDED_POINTS);
    }
    if (typeof file === 'string') throw new DomainError('unprocessable', file, MESSAGES[file]);
    return describe(context, file);
  };
};
