import { routes, type EnrollmentSettings, type InputOf } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { coursesKey } from '../../../shared/api/list-courses.ts';

const settingsKey = (courseId: string) => ['teacher', 'enrollment-settings', courseId];

/** Who may enroll, with the key and the invitation link. */
export const useEnrollmentSettings = (courseId: string) => {
  const api = useApi();
  return useQuery({
    queryKey: settingsKey(courseId),
    queryFn: ({ signal }) =>
      api.call(routes.course.getEnrollmentSettings, { params: { id: courseId }, signal }),
  });
};

export type EnrollmentChoice = InputOf<typeof routes.course.changeEnrollmentSettings, 'body'>;

/** A change of the settings, which answers them as they are then. */
const useSettingsChange = <Input>(
  courseId: string,
  change: (input: Input) => Promise<EnrollmentSettings>,
) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (settings) => {
      queries.setQueryData(settingsKey(courseId), settings);
      // The course has another version now.
      return queries.invalidateQueries({ queryKey: coursesKey });
    },
  });
};

export const useChangeEnrollmentSettings = (id: string) => {
  const api = useApi();
  return useSettingsChange(id, (body: EnrollmentChoice) =>
    api.call(routes.course.changeEnrollmentSettings, { params: { id }, body }),
  );
};

/** Makes an invitation link; the one before is worthless then. */
export const useCreateInvitation = (id: string) => {
  const api = useApi();
  return useSettingsChange(id, () => api.call(routes.course.createInvitation, { params: { id }, body: {} }));
};

export const useRevokeInvitation = (id: string) => {
  const api = useApi();
  return useSettingsChange(id, () => api.call(routes.course.revokeInvitation, { params: { id } }));
};
