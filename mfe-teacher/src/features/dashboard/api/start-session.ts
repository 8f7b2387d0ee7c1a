import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCreateSession, type NewSessionBody } from '../../../shared/api/create-session.ts';
import { sessionsKey } from '../../../shared/api/session-keys.ts';
import { stateOf } from '../../../shared/session-state.ts';

/** Opens a session unless one of the course is running: this page may be older than that one. */
export const useStartSession = () => {
  const api = useApi();
  const queries = useQueryClient();
  const create = useCreateSession();
  return useMutation({
    mutationFn: async (body: NewSessionBody) => {
      const query = { active: 'true', courseId: body.courseId } as const;
      const active = await api.call(routes.session.listSessions, { query });
      const running = active.find((session) => stateOf(session) === 'running');
      if (!running) return { created: await create.mutateAsync(body) };
      void queries.invalidateQueries({ queryKey: sessionsKey });
      return { running };
    },
  });
};
