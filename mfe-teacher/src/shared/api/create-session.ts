import { routes, type InputOf } from '@qr-attendance/contracts';
import { useApi, useIdempotencyKeys } from '@qr-attendance/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sessionsKey } from './session-keys.ts';

export type NewSessionBody = InputOf<typeof routes.session.createSession, 'body'>;

export const useCreateSession = () => {
  const api = useApi();
  const keyOf = useIdempotencyKeys();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: NewSessionBody) =>
      api.call(routes.session.createSession, { body, idempotencyKey: keyOf(body) }),
    // Nobody waits for the lists: what was opened is shown at once.
    onSuccess: () => void queries.invalidateQueries({ queryKey: sessionsKey }),
  });
};
