import { routes, type InputOf } from '@qr-attendance/contracts';
import { apiKey, unitSessionsRequest, useApiMutation, useApiPages } from '@qr-attendance/web-kit';
import { keepPreviousData } from '@tanstack/react-query';

const ROWS_PER_PAGE = 100;
const REFRESH_MS = 30_000;

export type ClassFilters = Pick<InputOf<typeof routes.session.listUnitSessions, 'query'>, 'unitId' | 'state'>;

export const useUnitSessions = (filters: ClassFilters) =>
  useApiPages(
    routes.session.listUnitSessions,
    { query: filters },
    {
      limit: ROWS_PER_PAGE,
      placeholderData: keepPreviousData,
      live: { request: unitSessionsRequest, everyMs: REFRESH_MS },
    },
  );

export const useRegistersNotTaken = (filters: Pick<ClassFilters, 'unitId'>) =>
  useApiPages(
    routes.session.listRegistersNotTaken,
    { query: filters },
    { limit: ROWS_PER_PAGE, placeholderData: keepPreviousData },
  );

export const useCancelClass = (id: string) =>
  useApiMutation(routes.session.cancelSession, () => ({ params: { id } }), {
    refetches: [
      apiKey(routes.session.listRegistersNotTaken),
      apiKey(routes.session.listUnitSessions),
      apiKey(routes.session.getDayOverview),
    ],
  });
