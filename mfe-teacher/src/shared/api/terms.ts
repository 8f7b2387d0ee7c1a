import { PAGE_SIZE, routes } from '@qr-attendance/contracts';
import { useApiQuery } from '@qr-attendance/web-kit';

/** Latest first. */
export const useTerms = () => useApiQuery(routes.course.listTerms, { query: { limit: PAGE_SIZE.max } });
