import { routes, type InputOf } from '@qr-attendance/contracts';
import { apiKey, useApiMutation, useApiPages } from '@qr-attendance/web-kit';

const ROWS_PER_PAGE = 50;

export type NewInvite = InputOf<typeof routes.auth.createInvite, 'body'>;

export const useInvites = () => useApiPages(routes.auth.listInvites, {}, { limit: ROWS_PER_PAGE });

const refetchInvites = { refetches: [apiKey(routes.auth.listInvites)] };

export const useCreateInvite = () =>
  useApiMutation(routes.auth.createInvite, (invite: NewInvite) => ({ body: invite }), refetchInvites);

export const useRevokeInvite = () =>
  useApiMutation(routes.auth.revokeInvite, (id: string) => ({ params: { id } }), refetchInvites);
