import { percentage, type Totals } from '../../../core/records/rules/rates.ts';

interface CountedSession {
  status: string | null | undefined;
  counts: boolean;
}

/**
 * @param sessions newest first
 * @param totals may include sessions that are not in the list
 */
export const trendOf = <Session extends CountedSession>(
  sessions: Session[],
  totals: Totals,
): (Session & { attendancePercentage: number })[] => {
  let left = totals;
  const points = sessions.flatMap((session) => {
    const column = session.status?.toLowerCase();
    if (!session.counts || (column !== 'present' && column !== 'late' && column !== 'absent')) return [];
    const attendancePercentage = percentage(left);
    left = { ...left, [column]: left[column] - 1 };
    return attendancePercentage === null ? [] : [{ ...session, attendancePercentage }];
  });
  return points.reverse();
};
