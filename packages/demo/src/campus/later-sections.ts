import type { Choice } from './choose.ts';
import type { CampusRecords } from './records.ts';

const RENAMED_SHARE = 0.02;
const SPLIT_SHARE = 0.02;
const ROOM_SHARE = 0.03;
const SPLIT_CAPACITY = 120;

type Section = CampusRecords['sections'];
type ClassTime = CampusRecords['class_times'];
type Room = CampusRecords['rooms'];

export interface LaterSections {
  rows: Section[];
  splits: Map<string, string>;
  rooms: Room[];
  classTimes: ClassTime[];
}

const exchangeRooms = (choice: Choice, times: ClassTime[]): ClassTime[] => {
  const chosen = choice.some(
    'room',
    times.map(({ section_id, weekday }) => `${section_id} ${weekday}`),
    ROOM_SHARE,
  );
  const rooms = new Map<ClassTime, string>();
  for (const atOnce of Map.groupBy(times, ({ weekday, starts }) => `${weekday} ${starts}`).values())
    for (const [index, time] of atOnce.entries()) {
      const other = atOnce[index + 1];
      if (!other || rooms.has(time) || !chosen.has(`${time.section_id} ${time.weekday}`)) continue;
      rooms.set(time, other.room_id);
      rooms.set(other, time.room_id);
    }
  return times.map((time) => ({ ...time, room_id: rooms.get(time) ?? time.room_id }));
};

export const createLaterSections = (
  choice: Choice,
  before: { sections: Section[]; rooms: Room[]; class_times: ClassTime[] },
): LaterSections => {
  const { sections } = before;
  const firstIds = sections.filter(({ section }) => section === '1').map(({ section_id }) => section_id);
  const renamed = choice.some(
    'renamed section',
    sections.map(({ section_id }) => section_id),
    RENAMED_SHARE,
  );
  const split = choice.some('split', firstIds, SPLIT_SHARE);
  const splits = new Map([...split].map((id) => [id, `${id}-B`]));
  const rows = sections.flatMap((row) => {
    const name = renamed.has(row.section_id) ? `Group ${row.section}` : row.section;
    const section = { ...row, section: name };
    const added = splits.get(row.section_id);
    return added === undefined
      ? [section]
      : [section, { ...section, section_id: added, section: `${row.section}B` }];
  });
  const [example] = before.rooms;
  const roomOf = (id: string): string => `R-${id}`;
  const rooms = [...splits.values()].map((id): Room => {
    const place = example ?? { building: '', latitude: 0, longitude: 0, radius_meters: 0 };
    return { ...place, room_id: roomOf(id), name: id, capacity: SPLIT_CAPACITY };
  });
  const classTimes = exchangeRooms(choice, before.class_times).flatMap((time) => {
    const added = splits.get(time.section_id);
    return added === undefined ? [time] : [time, { ...time, section_id: added, room_id: roomOf(added) }];
  });
  return { rows, splits, rooms: [...before.rooms, ...rooms], classTimes };
};
