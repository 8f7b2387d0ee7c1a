import { sessionRequest, useLiveQuery } from '@qr-attendance/web-kit';

/** Detects that the server ended the session, or that another page renewed its code. */
const SESSION_REFETCH_MS = 10_000;

/** @param unattended whether the page opened by itself; its code then does not count as shown */
export const useSession = (id: string, unattended = false) =>
  useLiveQuery(
    sessionRequest,
    { params: { id }, ...(unattended ? { query: { unattended: 'true' as const } } : {}) },
    {
      everyMs: (session) => session?.active !== false && SESSION_REFETCH_MS,
      // Keeps the code visible when somebody touches the page.
      placeholderData: (before) => (before?._id === id ? before : undefined),
    },
  );
