export interface Totals {
  present: number;
  late: number;
  absent: number;
  excused: number;
}

export const NO_TOTALS: Totals = { present: 0, late: 0, absent: 0, excused: 0 };
export const attendedCount = ({ present, late }: Totals): number => present + late;
export const countedTotal = ({ present, late, absent }: Totals): number => present + late + absent;

export const percentage = (totals: Totals): number | null => {
  const all = countedTotal(totals);
  return all === 0 ? null : Math.round((attendedCount(totals) / all) * 1000) / 10;
};
