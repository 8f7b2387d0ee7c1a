import type { AttendanceRecord, AttendanceStatus } from '@qr-attendance/contracts';

const newestFirst = (a: AttendanceRecord, b: AttendanceRecord) =>
  Date.parse(b.timestamp) - Date.parse(a.timestamp) || a._id.localeCompare(b._id);

/**
 * Adds marks to a roster by their id, a later-told one replacing an earlier. Marks are never deleted, so merging a
 * fetched list into what the live stream told already loses neither.
 */
export const mergeRoster = (known: AttendanceRecord[], told: AttendanceRecord[]): AttendanceRecord[] => {
  const byId = new Map(known.map((record) => [record._id, record]));
  for (const record of told) byId.set(record._id, record);
  return [...byId.values()].sort(newestFirst);
};

export type RosterCounts = Record<AttendanceStatus, number> & { total: number };

export const countRoster = (records: AttendanceRecord[]): RosterCounts => {
  const counts: RosterCounts = { PRESENT: 0, LATE: 0, ABSENT: 0, EXCUSED: 0, total: records.length };
  for (const { status } of records) counts[status] += 1;
  return counts;
};

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase().trim();

/** Records of students whose name contains every word typed; case and accents don't count. */
export const searchRoster = (records: AttendanceRecord[], typed: string): AttendanceRecord[] => {
  const words = plain(typed).split(/\s+/);
  return records.filter(({ student }) => words.every((word) => plain(student.name).includes(word)));
};
