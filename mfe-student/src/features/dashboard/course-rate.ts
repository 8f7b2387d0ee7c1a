import type { AttendanceTotals, RunningMark } from '@qr-attendance/contracts';

const isAttended = ({ status }: RunningMark): boolean => status === 'PRESENT' || status === 'LATE';

/**
 * How often a student came to a course: present and late of all but excused, once a class has ended. What is running counts
 * in the totals already, so it is taken off again.
 */
export const courseRate = (
  { present, late, absent }: AttendanceTotals,
  running: RunningMark[],
): { attended: number; classes: number } => {
  const open = running.filter(isAttended).length;
  const attended = Math.max(0, present + late - open);
  return { attended, classes: attended + absent };
};
