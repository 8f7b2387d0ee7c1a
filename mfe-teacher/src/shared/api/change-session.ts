import { routes, type InputOf } from '@qr-attendance/contracts';
import { useApi, useCancelableMutation } from '@qr-attendance/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { rosterKey, sessionKey, sessionsKey } from './session-keys.ts';

export type SessionEditBody = InputOf<typeof routes.session.editSession, 'body'>;

/** Marks follow their session by way of an event. */
const FOLLOWED_MS = 3_000;

/** Every list and page that shows sessions is fetched again, and the marks once they have followed. */
const useRefreshSession = (id: string) => {
  const queries = useQueryClient();
  return () => {
    const refreshMarks = () => void queries.invalidateQueries({ queryKey: rosterKey(id) });
    setTimeout(refreshMarks, FOLLOWED_MS);
    return queries.invalidateQueries({ queryKey: sessionsKey });
  };
};

export const useCancelSession = (id: string) => {
  const api = useApi();
  return useCancelableMutation({
    mutationFn: (_: void, signal) => api.call(routes.session.cancelSession, { params: { id }, signal }),
    onSuccess: useRefreshSession(id),
  });
};

/** Pressed offline it fails at once: a confirmation is never sent later on its own. */
export const useConfirmSession = (id: string) => {
  const api = useApi();
  return useMutation({
    mutationFn: () => api.call(routes.session.confirmSession, { params: { id } }),
    onSuccess: useRefreshSession(id),
  });
};

export const useReopenSession = (id: string) => {
  const api = useApi();
  return useMutation({
    mutationFn: () => api.call(routes.session.reopenSession, { params: { id } }),
    onSuccess: useRefreshSession(id),
  });
};

export const useEditSession = (id: string) => {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: SessionEditBody) => api.call(routes.session.editSession, { params: { id }, body }),
    onSuccess: useRefreshSession(id),
    // Somebody else may have changed it: what is there now is shown beside what was typed.
    onError: () => void queries.invalidateQueries({ queryKey: sessionKey(id) }),
  });
};

export const useDeleteSession = (id: string) => {
  const api = useApi();
  const queries = useQueryClient();
  return useCancelableMutation({
    mutationFn: (_: void, signal) => api.call(routes.session.deleteSession, { params: { id }, signal }),
    onSuccess: () => {
      queries.removeQueries({ queryKey: sessionKey(id) });
      return queries.invalidateQueries({ queryKey: [...sessionsKey, 'list'] });
    },
  });
};
