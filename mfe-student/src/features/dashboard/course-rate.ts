import type { AttendanceTotals, RunningMark } from '@qr-attendance/contracts';

const isAttended = ({ status }: RunningMark): boolean => status === 'PRESENT' || status === 'LATE';

/** Excludes running classes, whose marks are part of the totals. */
export const courseRate = (
  { present, late, absent }: AttendanceTotals,
  running: RunningMark[],
): { attended: number; classes: number } => {
  const open = running.filter(isAttended).length;
  const attended = Math.max(0, present + late - open);
  return { attended, classes: attended + absent };
};
