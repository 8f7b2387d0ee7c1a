import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useQuery } from '@tanstack/react-query';
import { sessionsKey } from './session-keys.ts';

export const sessionDefaultsKey = (courseId: string) => [...sessionsKey, 'defaults', courseId];

/** What a session of the course requires unless its teacher says otherwise. `courseId` undefined: none chosen yet. */
export const useSessionDefaults = (courseId: string | undefined) => {
  const api = useApi();
  return useQuery({
    queryKey: sessionDefaultsKey(courseId ?? ''),
    enabled: courseId !== undefined,
    queryFn: ({ signal }) =>
      api.call(routes.session.getSessionDefaults, { query: { courseId: courseId ?? '' }, signal }),
  });
};
