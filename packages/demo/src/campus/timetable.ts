import type { CampusRecords } from './records.ts';
import { SLOTS } from './slots.ts';
import type { TaughtSection } from './teaching.ts';

const CAPACITIES = [30, 60, 120, 240, 500];
const LARGEST = 500;
const ROOMS_PER_BUILDING = 20;
/** Buildings are about 100 m apart, on a grid that begins at this corner. */
const CORNER = { latitude: 12.9716, longitude: 77.5946 };
const GRID_DEGREES = 0.0009;
const BUILDINGS_PER_ROW = 10;
const RADIUS_METERS = 100;

const createRoom = (index: number, capacity: number): CampusRecords['rooms'] => {
  const building = Math.floor(index / ROOMS_PER_BUILDING);
  const row = Math.floor(building / BUILDINGS_PER_ROW);
  const column = building % BUILDINGS_PER_ROW;
  const name = `H${building + 1}`;
  return {
    room_id: `R-${index + 1}`,
    building: name,
    name: `${name}.${String((index % ROOMS_PER_BUILDING) + 1).padStart(2, '0')}`,
    capacity,
    latitude: Number((CORNER.latitude + row * GRID_DEGREES).toFixed(6)),
    longitude: Number((CORNER.longitude + column * GRID_DEGREES).toFixed(6)),
    radius_meters: RADIUS_METERS,
  };
};

export const createTimetable = (
  sections: TaughtSection[],
): { rooms: CampusRecords['rooms'][]; classTimes: CampusRecords['class_times'][] } => {
  const rooms: CampusRecords['rooms'][] = [];
  const roomsByCapacity = new Map<number, string[]>();
  const usedInSlot = new Map<string, number>();

  const takeRoom = (capacity: number, slot: number): string => {
    const candidates = roomsByCapacity.get(capacity) ?? [];
    roomsByCapacity.set(capacity, candidates);
    const key = `${capacity} ${slot}`;
    const used = usedInSlot.get(key) ?? 0;
    usedInSlot.set(key, used + 1);
    const free = candidates[used];
    if (free) return free;
    const room = createRoom(rooms.length, capacity);
    rooms.push(room);
    candidates.push(room.room_id);
    return room.room_id;
  };

  const classTimes = sections.flatMap(({ row, size, slot }) => {
    const roomId = takeRoom(CAPACITIES.find((capacity) => capacity >= size) ?? LARGEST, slot);
    const { weekdays, starts, ends } = SLOTS[slot] ?? { weekdays: [], starts: '', ends: '' };
    return weekdays.map((weekday) => ({
      section_id: row.section_id,
      weekday,
      starts,
      ends,
      room_id: roomId,
    }));
  });
  return { rooms, classTimes };
};
