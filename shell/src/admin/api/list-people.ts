import { routes, type InputOf } from '@qr-attendance/contracts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useIdentityState } from '../../identity/identity-context.ts';

const PAGE = 50;
export const PEOPLE = ['admin', 'people'];

export type PeopleFilters = Pick<
  InputOf<typeof routes.auth.listPeople, 'query'>,
  'search' | 'role' | 'department' | 'state'
>;

export const usePeople = (filters: PeopleFilters) => {
  const { api } = useIdentityState();
  return useInfiniteQuery({
    queryKey: [...PEOPLE, filters],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.page(routes.auth.listPeople, {
        query: { limit: PAGE, ...(cursor && { cursor }), ...filters },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor,
  });
};
