import {
  MAX_STATED_STUDENTS,
  PAGE_SIZE,
  routes,
  type Course,
  type StatedStudent,
  type StatedStudentFilter,
} from '@qr-attendance/contracts';
import { apiKey, useApi, useApiPages } from '@qr-attendance/web-kit';
import { keepPreviousData, useQueries } from '@tanstack/react-query';

const ROWS_PER_PAGE = 50;
const { listStatedStudents } = routes.course;

export const statedStudentsKey = (id: string) => apiKey(listStatedStudents, { params: { id } });

/**
 * Whether the course comes from a source system, so that its roster can be compared with the imported data.
 */
export const hasSource = ({ source, sections }: Course): boolean =>
  source !== undefined || sections.some((section) => section.source !== undefined);

export const useStatedStudents = (id: string, filter: StatedStudentFilter, sectionId: string | undefined) =>
  useApiPages(
    listStatedStudents,
    { params: { id }, query: { filter, ...(sectionId && { sectionId }) } },
    { limit: ROWS_PER_PAGE, placeholderData: keepPreviousData },
  );

const partsOf = (ids: string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / MAX_STATED_STUDENTS) }, (_, index) =>
    ids.slice(index * MAX_STATED_STUDENTS, (index + 1) * MAX_STATED_STUDENTS),
  );

/** The source systems of the students on a roster, by student id. Empty while loading. */
export const useStudentSources = (
  id: string,
  studentIds: string[],
  enabled: boolean,
): Map<string, StatedStudent> => {
  const api = useApi();
  return useQueries({
    queries: partsOf(enabled ? studentIds : []).map((some) => {
      const input = { params: { id }, query: { studentIds: some.join(','), limit: PAGE_SIZE.max } };
      return {
        queryKey: apiKey(listStatedStudents, input),
        queryFn: ({ signal }: { signal: AbortSignal }) => api.call(listStatedStudents, { ...input, signal }),
      };
    }),
    combine: (results) => {
      const rows = results.flatMap(({ data = [] }) => data);
      return new Map(rows.filter(({ onRoster }) => onRoster).map((row) => [row.student._id, row]));
    },
  });
};
