import { routes } from '@qr-attendance/contracts';
import {
  apiKey,
  type ApiPage,
  useApi,
  useApiMutation,
  useApiPages,
  useApiQuery,
  useCancelableMutation,
} from '@qr-attendance/web-kit';
import { keepPreviousData, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import type { HistoryFilters } from './history-filters.ts';
import { receiptCheckPath } from './receipt-file.ts';

const ROWS_PER_PAGE = 25;

export const useHistory = ({ courseId, status }: HistoryFilters) =>
  useApiPages(
    routes.attendance.listAttendance,
    { query: { courseId, status } },
    { limit: ROWS_PER_PAGE, placeholderData: keepPreviousData },
  );

/** Null if the student has no record in the session. */
export const useRecordOfSession = (sessionId = '') =>
  useApiQuery(
    routes.attendance.listAttendance,
    { query: { sessionId, limit: 1 } },
    { enabled: sessionId !== '', select: ([record]) => record ?? null },
  );

export const useMarkHistory = (id: string) =>
  useApiQuery(routes.attendance.getMarkHistory, { params: { id } });

type Pages = InfiniteData<ApiPage<typeof routes.attendance.listAttendance>>;

export const useDisputeMark = (id: string) => {
  const queries = useQueryClient();
  return useApiMutation(
    routes.attendance.disputeMark,
    (note: string) => ({ params: { id }, body: { note } }),
    {
      refetches: [
        apiKey(routes.attendance.getMarkHistory, { params: { id } }),
        apiKey(routes.attendance.listAttendance, { query: { limit: 1 } }),
      ],
      onSuccess: (record) =>
        queries.setQueriesData<Pages>(
          {
            queryKey: apiKey(routes.attendance.listAttendance),
            // Excludes the dashboard's list of the newest records, which has no pages.
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

/** Scanners expect dark on light with a quiet zone, in every theme. */
const toQrDataUrl = async (text: string): Promise<string> => {
  const { toString } = await import('qrcode');
  const svg = await toString(text, { type: 'svg', errorCorrectionLevel: 'L', margin: 4 });
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
};

export const useReceipt = (id: string) => {
  const api = useApi();
  return useCancelableMutation({
    mutationFn: async () => {
      const { receipt } = await api.call(routes.attendance.getReceipt, { params: { id } });
      return { receipt, picture: await toQrDataUrl(window.location.origin + receiptCheckPath(receipt)) };
    },
  });
};
