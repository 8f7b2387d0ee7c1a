import { percentage, type Totals } from '../../attendance/rules/rates.ts';

const COLUMNS = { PRESENT: 'present', LATE: 'late', ABSENT: 'absent', EXCUSED: 'excused' } as const;
type Status = keyof typeof COLUMNS;
const isStatus = (status: string | undefined): status is Status => status !== undefined && status in COLUMNS;

export interface Counted {
  status: string | undefined;
  counts: boolean;
}
export type TrendPoint<Session> = Session & { attendancePercentage: number };

/**
 * @param sessions newest first
 * @param totals include sessions that are not listed
 */
export const trendOf = <Session extends Counted>(
  sessions: Session[],
  totals: Totals,
): TrendPoint<Session>[] => {
  const points: TrendPoint<Session>[] = [];
  let counted = totals;
  for (const session of sessions) {
    const { status, counts } = session;
    if (!counts || !isStatus(status) || status === 'EXCUSED') continue;
    const rate = percentage(counted);
    if (rate !== null) points.push({ ...session, attendancePercentage: rate });
    counted = { ...counted, [COLUMNS[status]]: counted[COLUMNS[status]] - 1 };
  }
  return points.reverse();
};
