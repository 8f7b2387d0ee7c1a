import { routes, type SessionDefaults } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sessionDefaultsKey } from '../../../shared/api/get-session-defaults.ts';
import { coursesKey } from '../../../shared/api/list-courses.ts';
import type { PolicyDraft } from '../../../shared/policy/policy-draft.ts';

/** Chooses what the course's sessions start with from now on; running ones keep what they were opened with. */
export const useUpdateCourse = (id: string) => {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (sessionDefaults: SessionDefaults & Pick<PolicyDraft, 'presenceCheck'>) =>
      api.call(routes.course.updateCourse, { params: { id }, body: { sessionDefaults } }),
    onSuccess: (_course, chosen) => {
      // Sessions hear of it a moment later, so asking them now might bring back the old choice.
      queries.setQueryData(sessionDefaultsKey(id), chosen);
      return queries.invalidateQueries({ queryKey: coursesKey });
    },
  });
};
