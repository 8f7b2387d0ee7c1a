import type { CalendarFile } from '@qr-attendance/contracts';
import { DomainError } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { toRule } from './rules/compress.ts';
import { type FileEvent, FileProblem, readEvents } from './rules/read-events.ts';

type Reading = Pick<Context, 'rooms' | 'clock' | 'campusTimeZone'>;
type FoundSeries = CalendarFile['series'][number];

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

/** Describes the events of a file as series that a teacher can check and plan. Nothing is stored. */
export const readCalendarFile = async (context: Reading, text: string): Promise<CalendarFile> => {
  const { events, problems } = read(text, context);
  const series: FoundSeries[] = [];
  for (const [name, some] of Map.groupBy(events, (event) => event.name)) {
    const occurrences = some.flatMap((event) => event.occurrences);
    const rule = toRule(occurrences);
    if (!rule) {
      problems.push({ name, problem: 'irregular' });
      continue;
    }
    const location = locationOf(some);
    const room = location === undefined ? undefined : await findRoom(context, location);
    series.push({
      ...{ name, count: occurrences.length, endless: some.some(({ endless }) => endless), rule },
      ...(location !== undefined && { location }),
      ...(room && { room }),
    });
  }
  return { series, problems };
};
