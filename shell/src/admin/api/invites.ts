import { routes, type InputOf } from '@qr-attendance/contracts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useIdentityState } from '../../identity/identity-context.ts';

const PAGE = 50;
const INVITES = ['admin', 'invites'];
export type NewInvite = InputOf<typeof routes.auth.createInvite, 'body'>;

export const useInvites = () => {
  const { api } = useIdentityState();
  return useInfiniteQuery({
    queryKey: INVITES,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.page(routes.auth.listInvites, { query: { limit: PAGE, ...(cursor && { cursor }) }, signal }),
    getNextPageParam: (page) => page.nextCursor,
  });
};

export const useCreateInvite = () => {
  const { api } = useIdentityState();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (invite: NewInvite) => api.call(routes.auth.createInvite, { body: invite }),
    onSuccess: () => queries.invalidateQueries({ queryKey: INVITES }),
  });
};

export const useRevokeInvite = () => {
  const { api } = useIdentityState();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call(routes.auth.revokeInvite, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: INVITES }),
  });
};
