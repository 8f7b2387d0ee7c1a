import { routes, type ManagedPerson } from '@qr-attendance/contracts';
import type { ApiClient } from '@qr-attendance/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useIdentityState } from '../../identity/identity-context.ts';
import { PEOPLE } from './list-people.ts';

export type PersonAction = 'suspend' | 'restore' | 'resetDevices' | 'confirmProofs' | 'erase';

const calls: Record<PersonAction, (api: ApiClient, id: string, reason: string) => Promise<unknown>> = {
  suspend: (api, id, reason) => api.call(routes.auth.suspendPerson, { params: { id }, body: { reason } }),
  restore: (api, id) => api.call(routes.auth.restorePerson, { params: { id } }),
  resetDevices: (api, id, reason) => api.call(routes.auth.resetDevices, { params: { id }, body: { reason } }),
  confirmProofs: (api, id, reason) =>
    api.call(routes.auth.confirmProofs, { params: { id }, body: { reason } }),
  erase: (api, id, reason) => api.call(routes.auth.erasePerson, { params: { id }, body: { reason } }),
};

export const useManagePerson = (action: PersonAction, { _id }: ManagedPerson) => {
  const { api } = useIdentityState();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => calls[action](api, _id, reason),
    onSuccess: () => queries.invalidateQueries({ queryKey: PEOPLE }),
  });
};
