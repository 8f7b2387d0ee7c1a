import { routes, type InputOf, type ManagedPerson, type RequiredChecks } from '@qr-attendance/contracts';
import { apiKey, useApi, useApiMutation, useApiPages, useApiQuery, useRefetch } from '@qr-attendance/web-kit';
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';

const ROWS_PER_PAGE = 50;

export const useInstitutionPolicy = () => useApiQuery(routes.session.getInstitutionPolicy);

export const useDecideFloor = () => {
  const queries = useQueryClient();
  return useApiMutation(
    routes.session.setInstitutionPolicy,
    (floor: RequiredChecks) => ({ body: { floor } }),
    { onSuccess: (policy) => queries.setQueryData(apiKey(routes.session.getInstitutionPolicy), policy) },
  );
};

export type NewInvite = InputOf<typeof routes.auth.createInvite, 'body'>;

export const useInvites = () => useApiPages(routes.auth.listInvites, {}, { limit: ROWS_PER_PAGE });

const refetchInvites = { refetches: [apiKey(routes.auth.listInvites)] };

export const useCreateInvite = () =>
  useApiMutation(routes.auth.createInvite, (invite: NewInvite) => ({ body: invite }), refetchInvites);

export const useRevokeInvite = () =>
  useApiMutation(routes.auth.revokeInvite, (id: string) => ({ params: { id } }), refetchInvites);

export type PeopleFilters = Pick<
  InputOf<typeof routes.auth.listPeople, 'query'>,
  'search' | 'role' | 'department' | 'state'
>;

export const usePeople = (filters: PeopleFilters) =>
  useApiPages(
    routes.auth.listPeople,
    { query: filters },
    { limit: ROWS_PER_PAGE, placeholderData: keepPreviousData },
  );

const withReason = {
  suspend: routes.auth.suspendPerson,
  resetDevices: routes.auth.resetDevices,
  confirmProofs: routes.auth.confirmProofs,
  erase: routes.auth.erasePerson,
};
export type ActionWithReason = keyof typeof withReason;

export const useManagePerson = (action: ActionWithReason | 'restore', { _id: id }: ManagedPerson) => {
  const api = useApi();
  const refetch = useRefetch();
  return useMutation<unknown, Error, string>({
    mutationFn: (reason) =>
      action === 'restore'
        ? api.call(routes.auth.restorePerson, { params: { id } })
        : api.call(withReason[action], { params: { id }, body: { reason } }),
    onSuccess: () => refetch([apiKey(routes.auth.listPeople)]),
  });
};
