import { routes } from '@qr-attendance/contracts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useIdentityState } from '../../identity/identity-context.ts';

const PAGE = 50;
export const PEOPLE = ['admin', 'people'];

/** Everyone with an account, by name; the server searches names and addresses. */
export const usePeople = (search: string) => {
  const { api } = useIdentityState();
  return useInfiniteQuery({
    queryKey: [...PEOPLE, search],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.page(routes.auth.listPeople, {
        query: { limit: PAGE, ...(cursor && { cursor }), ...(search && { search }) },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor,
  });
};
