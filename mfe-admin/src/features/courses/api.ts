import { routes, type InputOf } from '@qr-attendance/contracts';
import { useApiPages, useApiQuery } from '@qr-attendance/web-kit';
import { keepPreviousData } from '@tanstack/react-query';

const ROWS_PER_PAGE = 50;
const TERMS_SHOWN = 100;

export type CourseFilters = Pick<
  InputOf<typeof routes.course.listUnitCourses, 'query'>,
  'search' | 'unitId' | 'termId'
>;

export const useUnitCourses = (filters: CourseFilters) =>
  useApiPages(
    routes.course.listUnitCourses,
    { query: filters },
    { limit: ROWS_PER_PAGE, placeholderData: keepPreviousData },
  );

export const useTermOptions = () => useApiQuery(routes.course.listTerms, { query: { limit: TERMS_SHOWN } });
