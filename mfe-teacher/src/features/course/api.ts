import {
  routes,
  type Course,
  type EnrollmentSettings,
  type InputOf,
  type SessionDefaults,
} from '@qr-attendance/contracts';
import {
  apiKey,
  useApi,
  useApiMutation,
  useApiPages,
  useApiQuery,
  useCancelableMutation,
  useRefetch,
  type ApiPage,
} from '@qr-attendance/web-kit';
import { keepPreviousData, useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { courseKeys } from '../../shared/api/courses.ts';
import { sessionDefaultsKey } from '../../shared/api/sessions.ts';
import type { PolicyDraft } from '../../shared/policy/policy-draft.ts';

/** Also the number of enrollment requests that one press answers. */
const PAGE = 50;

export type CourseDetails = Omit<InputOf<typeof routes.course.editCourse, 'body'>, 'version'>;

/** Refused when the course is no longer as this page shows it; also then it is read again. */
export const useEditCourse = ({ _id: id, version = 1 }: Course) => {
  const refetch = useRefetch();
  return useApiMutation(
    routes.course.editCourse,
    (details: CourseDetails) => ({ params: { id }, body: { ...details, version } }),
    { onSettled: () => refetch(courseKeys) },
  );
};

/** Changes what the course's sessions start with from now on; running sessions keep their settings. */
export const useUpdateCourse = (id: string) => {
  const queries = useQueryClient();
  return useApiMutation(
    routes.course.updateCourse,
    (sessionDefaults: SessionDefaults & Pick<PolicyDraft, 'presenceCheck'>) => ({
      params: { id },
      body: { sessionDefaults },
    }),
    {
      refetches: courseKeys,
      // The session service follows by an event, so its answer might still be the old choice.
      onSuccess: (_course, chosen) => queries.setQueryData(sessionDefaultsKey(id), chosen),
    },
  );
};

/** Archives a course, or restores it. */
export const useArchiveCourse = (id: string) => {
  const api = useApi();
  const refetch = useRefetch();
  return useCancelableMutation({
    mutationFn: (archive: boolean, signal) =>
      api.call(archive ? routes.course.archiveCourse : routes.course.restoreCourse, {
        params: { id },
        signal,
      }),
    onSuccess: () => refetch(courseKeys),
  });
};

/** Deletes a course that has neither students nor sessions. The page of the course itself is not read again. */
export const useDeleteCourse = (id: string) =>
  useApiMutation(routes.course.deleteCourse, () => ({ params: { id } }), {
    refetches: [apiKey(routes.course.listCourses)],
  });

const settingsKey = (id: string) => apiKey(routes.course.getEnrollmentSettings, { params: { id } });

/** Who may enroll, with the key and the invitation link. */
export const useEnrollmentSettings = (id: string) =>
  useApiQuery(routes.course.getEnrollmentSettings, { params: { id } });

export type EnrollmentChoice = InputOf<typeof routes.course.changeEnrollmentSettings, 'body'>;

/** Options of a mutation that answers the settings as they are then. The course has another version then, too. */
const useSettingsFollow = (id: string) => {
  const queries = useQueryClient();
  return {
    refetches: courseKeys,
    onSuccess: (settings: EnrollmentSettings) => queries.setQueryData(settingsKey(id), settings),
  };
};

export const useChangeEnrollmentSettings = (id: string) =>
  useApiMutation(
    routes.course.changeEnrollmentSettings,
    (body: EnrollmentChoice) => ({ params: { id }, body }),
    useSettingsFollow(id),
  );

/** Creates an invitation link and revokes the one before. */
export const useCreateInvitation = (id: string) =>
  useApiMutation(routes.course.createInvitation, () => ({ params: { id }, body: {} }), useSettingsFollow(id));

export const useRevokeInvitation = (id: string) =>
  useApiMutation(routes.course.revokeInvitation, () => ({ params: { id } }), useSettingsFollow(id));

const ratesKey = (id: string) => apiKey(routes.attendance.listStudentRates, { params: { id } });

/** Enrolled students by name, with their attendance rates; the server searches names and addresses. */
export const useStudentRates = (id: string, search: string) =>
  useApiPages(
    routes.attendance.listStudentRates,
    { params: { id }, query: { search } },
    { limit: PAGE, placeholderData: keepPreviousData },
  );

const formerKey = (id: string) => apiKey(routes.course.listFormerStudents, { params: { id } });

/** Students who left the course or were removed from it. */
export const useFormerStudents = (id: string) =>
  useApiPages(routes.course.listFormerStudents, { params: { id } }, { limit: PAGE });

type Rates = InfiniteData<ApiPage<typeof routes.attendance.listStudentRates>>;

export const useRemoveStudent = (id: string) => {
  const queries = useQueryClient();
  const withoutStudent = (known: Rates, studentId: string): Rates => ({
    ...known,
    pages: known.pages.map((page) => ({
      ...page,
      items: page.items.filter(({ student }) => student._id !== studentId),
    })),
  });
  return useApiMutation(
    routes.course.removeStudent,
    ({ studentId, stranger }: { studentId: string; stranger: boolean }) => ({
      params: { id, studentId },
      query: { stranger: stranger ? ('true' as const) : ('false' as const) },
    }),
    {
      refetches: [...courseKeys, formerKey(id)],
      // Rates follow by an event, so the answer might still have the row.
      onSuccess: (_nothing, { studentId }) =>
        queries.setQueriesData<Rates>(
          { queryKey: ratesKey(id) },
          (known) => known && withoutStudent(known, studentId),
        ),
    },
  );
};

/** How long rates may take to follow a student who is back. */
const FOLLOWED_MS = 2_000;

export const useRestoreStudent = (id: string) => {
  const refetch = useRefetch();
  return useApiMutation(
    routes.course.restoreStudent,
    (studentId: string) => ({ params: { id, studentId } }),
    {
      refetches: [...courseKeys, formerKey(id), ratesKey(id)],
      onSuccess: () => {
        setTimeout(() => void refetch([ratesKey(id)]), FOLLOWED_MS);
      },
    },
  );
};

/** How often an open page looks for new requests. */
const REQUESTS_EVERY_MS = 30_000;
const requestsKey = (id: string) => apiKey(routes.course.listEnrollmentRequests, { params: { id } });

/** Students who request to be enrolled. */
export const useEnrollmentRequests = (id: string) =>
  useApiPages(
    routes.course.listEnrollmentRequests,
    { params: { id } },
    { limit: PAGE, refetchInterval: REQUESTS_EVERY_MS },
  );

export type RequestAnswer = 'approve' | 'decline';

/** Answers any number of requests. The result is how many were open. */
export const useAnswerRequests = (id: string) => {
  const api = useApi();
  const refetch = useRefetch();
  return useMutation({
    mutationFn: async ({ answer, studentIds }: { answer: RequestAnswer; studentIds: string[] }) => {
      const route =
        answer === 'approve'
          ? routes.course.approveEnrollmentRequests
          : routes.course.declineEnrollmentRequests;
      let reached = 0;
      for (let from = 0; from < studentIds.length; from += PAGE) {
        const body = { studentIds: studentIds.slice(from, from + PAGE) };
        reached += (await api.call(route, { params: { id }, body })).studentIds.length;
      }
      return reached;
    },
    // Also after a failure: some may have been answered.
    onSettled: () => refetch([requestsKey(id), ...courseKeys, ratesKey(id)]),
  });
};
