import { routes, type InputOf, type ManagedPerson } from '@qr-attendance/contracts';
import { apiKey, useApiMutation, useApiPages } from '@qr-attendance/web-kit';
import { keepPreviousData } from '@tanstack/react-query';

const ROWS_PER_PAGE = 50;

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

const refetchPeople = { refetches: [apiKey(routes.auth.listPeople)] };

export const useManagePerson = (action: ActionWithReason, { _id: id }: ManagedPerson) =>
  useApiMutation(
    withReason[action],
    (reason: string) => ({ params: { id }, body: { reason } }),
    refetchPeople,
  );

export const useRestorePerson = ({ _id: id }: ManagedPerson) =>
  useApiMutation(routes.auth.restorePerson, () => ({ params: { id } }), refetchPeople);

export const useSendRegistrationLink = ({ _id: id }: ManagedPerson) =>
  useApiMutation(routes.auth.invitePerson, () => ({ params: { id } }), refetchPeople);
