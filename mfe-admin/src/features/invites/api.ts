import { routes, type InputOf } from '@qr-attendance/contracts';
import { apiKey, useApiMutation, useApiPages, useRefetch } from '@qr-attendance/web-kit';

const ROWS_PER_PAGE = 50;

export type NewInvite = InputOf<typeof routes.auth.createInvite, 'body'>;

export const useInvites = () => useApiPages(routes.auth.listInvites, {}, { limit: ROWS_PER_PAGE });

const refetches = [apiKey(routes.auth.listInvites)];

export const useCreateInvite = () => {
  const refetch = useRefetch();
  return useApiMutation(routes.auth.createInvite, (invite: NewInvite) => ({ body: invite }), {
    // The reload is not awaited, so that the code is shown even if the list cannot be reloaded.
    onSuccess: () => void refetch(refetches),
  });
};

export const useRevokeInvite = () =>
  useApiMutation(routes.auth.revokeInvite, (id: string) => ({ params: { id } }), { refetches });
