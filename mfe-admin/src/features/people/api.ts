import { routes, type InputOf, type ManagedPerson } from '@qr-attendance/contracts';
import { apiKey, useApiMutation, useApiPages, useApiQuery } from '@qr-attendance/web-kit';
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
  resetSecondFactor: routes.auth.resetSecondFactor,
  confirmProofs: routes.auth.confirmProofs,
  undoMerge: routes.auth.undoMerge,
  erase: routes.auth.erasePerson,
};
export type ActionWithReason = keyof typeof withReason;

const MAX_CANDIDATES = 10;

export const useMergeCandidates = (search: string) =>
  useApiQuery(
    routes.auth.listPeople,
    { query: { search, role: 'STUDENT', limit: MAX_CANDIDATES } },
    { enabled: search !== '', placeholderData: keepPreviousData },
  );

export const useMergePreview = (mergedId: string, keptId: string) =>
  useApiQuery(routes.auth.previewMerge, { params: { id: mergedId }, query: { into: keptId } });

export const useCoursesOfStudent = (studentId: string) =>
  useApiQuery(routes.course.listCoursesOfStudent, { params: { studentId } });

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

export const useMerge = (mergedId: string, keptId: string) =>
  useApiMutation(
    routes.auth.mergePerson,
    (reason: string) => ({ params: { id: mergedId }, body: { into: keptId, reason } }),
    refetchPeople,
  );
