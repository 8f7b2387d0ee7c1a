import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import {
  isReversed,
  readReportFilters,
  reportQuery,
  writeReportFilters,
  type ReportFilters,
  type ReportQuery,
} from './report-filters.ts';

export interface ReportFiltersState {
  filters: ReportFilters;
  change: (part: { [Key in keyof ReportFilters]?: ReportFilters[Key] | undefined }) => void;
  query: ReportQuery;
  /** True if From is after To; the report is not queried then. */
  isRangeReversed: boolean;
}

/** Keeps the filters in the URL, so that a reload or a shared link shows the same report. */
export const useReportFilters = (): ReportFiltersState => {
  const [search, setSearch] = useSearchParams();
  const filters = useMemo(() => readReportFilters(search), [search]);
  const query = useMemo(() => reportQuery(filters), [filters]);
  const change = useCallback<ReportFiltersState['change']>(
    (part) => setSearch(writeReportFilters({ ...filters, ...part } as ReportFilters), { replace: true }),
    [filters, setSearch],
  );
  return { filters, change, query, isRangeReversed: isReversed(filters) };
};
