import {
  routes,
  type Complete,
  type Course,
  type EnrollmentSettings,
  type InputOf,
} from '@qr-attendance/contracts';
import {
  apiKey,
  enrollmentRequestsRequest,
  useApi,
  useApiMutation,
  useApiPages,
  useApiQuery,
  useCancelableMutation,
  useRefetch,
} from '@qr-attendance/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { courseKeys } from '../../shared/api/courses.ts';
import { ratesKey, ROWS_PER_PAGE } from './students-api.ts';
import { sessionDefaultsKey } from '../../shared/api/sessions.ts';
import { termsOf, type StaffValues } from './components/staff-form.tsx';

export type CourseDetails = Omit<InputOf<typeof routes.course.editCourse, 'body'>, 'version'>;

/** Reloads even after a refusal, because the course may have changed. */
export const useEditCourse = ({ _id: id, version = 1 }: Course) => {
  const refetch = useRefetch();
  return useApiMutation(
    routes.course.editCourse,
    (details: CourseDetails) => ({ params: { id }, body: { ...details, version } }),
    { onSettled: () => refetch(courseKeys) },
  );
};

type Defaults = Complete<InputOf<typeof routes.course.updateCourse, 'body'>['sessionDefaults']>;

/** Running sessions keep their settings. */
export const useUpdateCourse = (id: string) => {
  const queries = useQueryClient();
  return useApiMutation(
    routes.course.updateCourse,
    (sessionDefaults: Defaults) => ({
      params: { id },
      body: { sessionDefaults },
    }),
    {
      refetches: courseKeys,
      // The session service receives the change through an event, so a reload might return the old choice.
      onSuccess: (_course, chosen) => queries.setQueryData(sessionDefaultsKey(id), chosen),
    },
  );
};

export const useArchiveCourse = (id: string) => {
  const api = useApi();
  const refetch = useRefetch();
  return useCancelableMutation({
    mutationFn: (archive: boolean, cancel) =>
      api.call(archive ? routes.course.archiveCourse : routes.course.restoreCourse, {
        params: { id },
        cancel,
      }),
    onSuccess: () => refetch(courseKeys),
  });
};

/** A repeated request returns the existing copy. */
export const useCopyCourse = (id: string) =>
  useApiMutation(routes.course.copyCourse, (termId: string) => ({ params: { id }, body: { termId } }), {
    refetches: [apiKey(routes.course.listCourses)],
  });

/** Does not reload the deleted course, whose page is still shown. */
export const useDeleteCourse = (id: string) =>
  useApiMutation(routes.course.deleteCourse, () => ({ params: { id } }), {
    refetches: [apiKey(routes.course.listCourses)],
  });

const settingsKey = (id: string) => apiKey(routes.course.getEnrollmentSettings, { params: { id } });

export const useEnrollmentSettings = (id: string) =>
  useApiQuery(routes.course.getEnrollmentSettings, { params: { id } });

export type EnrollmentChoice = InputOf<typeof routes.course.changeEnrollmentSettings, 'body'>;

/** Stores the new settings from the response. The version of the course has also changed. */
const useSettingsChange = (id: string) => {
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
    useSettingsChange(id),
  );

export const useCreateInvitation = (id: string) =>
  useApiMutation(routes.course.createInvitation, () => ({ params: { id }, body: {} }), useSettingsChange(id));

export const useRevokeInvitation = (id: string) =>
  useApiMutation(routes.course.revokeInvitation, () => ({ params: { id } }), useSettingsChange(id));

export const useAddSection = (id: string) =>
  useApiMutation(routes.course.addSection, (name: string) => ({ params: { id }, body: { name } }), {
    refetches: courseKeys,
  });

type SectionEdit = InputOf<typeof routes.course.editSection, 'body'>;

export const useEditSection = (id: string, sectionId: string) =>
  useApiMutation(routes.course.editSection, (body: SectionEdit) => ({ params: { id, sectionId }, body }), {
    refetches: courseKeys,
  });

const REQUESTS_REFETCH_MS = 30_000;
const requestsKey = (id: string) => apiKey(routes.course.listEnrollmentRequests, { params: { id } });

export const useEnrollmentRequests = (id: string) =>
  useApiPages(
    routes.course.listEnrollmentRequests,
    { params: { id } },
    {
      limit: ROWS_PER_PAGE,
      live: { request: enrollmentRequestsRequest, everyMs: REQUESTS_REFETCH_MS },
    },
  );

export type RequestAnswer = 'approve' | 'decline';

/** Resolves to the number of requests that were still open. */
export const useAnswerRequests = (id: string) => {
  const api = useApi();
  const refetch = useRefetch();
  return useCancelableMutation({
    mutationFn: async ({ answer, studentIds }: { answer: RequestAnswer; studentIds: string[] }) => {
      const route =
        answer === 'approve'
          ? routes.course.approveEnrollmentRequests
          : routes.course.declineEnrollmentRequests;
      let reached = 0;
      for (let from = 0; from < studentIds.length; from += ROWS_PER_PAGE) {
        const body = { studentIds: studentIds.slice(from, from + ROWS_PER_PAGE) };
        reached += (await api.call(route, { params: { id }, body })).studentIds.length;
      }
      return reached;
    },
    // Reloads even after a failure, because some requests may have been answered.
    onSettled: () => refetch([requestsKey(id), ...courseKeys, ratesKey(id)]),
  });
};

const staffKey = (id: string) => apiKey(routes.course.listStaff, { params: { id } });

export const useStaff = (id: string) => useApiQuery(routes.course.listStaff, { params: { id } });

export const useAddStaff = (id: string) =>
  useApiMutation(
    routes.course.addStaff,
    (values: StaffValues) => ({ params: { id }, body: { person: values.person ?? '', ...termsOf(values) } }),
    { refetches: [staffKey(id)] },
  );

export const useChangeStaff = (id: string, userId: string) =>
  useApiMutation(
    routes.course.changeStaff,
    (values: StaffValues) => ({ params: { id, userId }, body: termsOf(values) }),
    { refetches: [staffKey(id)] },
  );

export const useHandOver = (id: string, userId: string) =>
  useApiMutation(routes.course.handOverCourse, () => ({ params: { id, userId } }), {
    refetches: [staffKey(id), ...courseKeys],
  });

/** After leaving a course, the caller cannot reload it. */
export const useRemoveStaff = (id: string, userId: string) =>
  useApiMutation(routes.course.removeStaff, () => ({ params: { id, userId } }), {
    refetches: [apiKey(routes.course.listCourses)],
  });
