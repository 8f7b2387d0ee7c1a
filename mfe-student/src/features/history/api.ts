import { routes } from '@qr-attendance/contracts';
import {
  apiKey,
  useApi,
  useApiMutation,
  useApiPages,
  useApiQuery,
  type ApiPage,
} from '@qr-attendance/web-kit';
import { keepPreviousData, useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import type { HistoryFilters } from './history-filters.ts';
import { checkPath } from './receipt-file.ts';

const PAGE = 25;

/** My records, newest first, page after page; the server filters. */
export const useHistory = ({ courseId, status }: HistoryFilters) =>
  useApiPages(
    routes.attendance.listAttendance,
    { query: { courseId, status } },
    { limit: PAGE, placeholderData: keepPreviousData },
  );

/** My record of one session; null where there is none. */
export const useRecordOf = (sessionId = '') =>
  useApiQuery(
    routes.attendance.listAttendance,
    { query: { sessionId, limit: 1 } },
    { enabled: sessionId !== '', select: ([record]) => record ?? null },
  );

/** The history of one of my records, oldest first. */
export const useMarkHistory = (id: string) =>
  useApiQuery(routes.attendance.getMarkHistory, { params: { id } });

type Pages = InfiniteData<ApiPage<typeof routes.attendance.listAttendance>>;

/** Disputes a record. The server's answer replaces it in the list. */
export const useDisputeMark = (id: string) => {
  const queries = useQueryClient();
  return useApiMutation(
    routes.attendance.disputeMark,
    (note: string) => ({ params: { id }, body: { note } }),
    {
      refetches: [
        apiKey(routes.attendance.getMarkHistory, { params: { id } }),
        // The record that was opened by a link.
        apiKey(routes.attendance.listAttendance, { query: { limit: 1 } }),
      ],
      onSuccess: (record) =>
        queries.setQueriesData<Pages>(
          {
            queryKey: apiKey(routes.attendance.listAttendance),
            // The dashboard's list of the newest records has no pages.
            predicate: ({ state }) => typeof state.data === 'object' && 'pages' in (state.data ?? {}),
          },
          (known) =>
            known && {
              ...known,
              pages: known.pages.map((page) => ({
                ...page,
                items: page.items.map((item) => (item._id === record._id ? record : item)),
              })),
            },
        ),
    },
  );
};

/** Black on white in every theme, with its quiet zone: scanners expect it. */
const asPicture = async (text: string): Promise<string> => {
  const { toString } = await import('qrcode');
  const svg = await toString(text, { type: 'svg', errorCorrectionLevel: 'L', margin: 4 });
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
};

/** Requests a receipt of one of my records, with its link as a QR code. */
export const useReceipt = (id: string) => {
  const api = useApi();
  return useMutation({
    mutationFn: async () => {
      const { receipt } = await api.call(routes.attendance.getReceipt, { params: { id } });
      return { receipt, picture: await asPicture(window.location.origin + checkPath(receipt)) };
    },
  });
};
