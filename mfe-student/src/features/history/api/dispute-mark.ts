import { routes, type AttendanceRecord } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { markHistoryKey } from './get-mark-history.ts';
import { historyKey } from './list-history.ts';

type Pages = InfiniteData<{ items: AttendanceRecord[]; nextCursor?: string }>;

const withRecord = (pages: Pages | undefined, record: AttendanceRecord): Pages | undefined =>
  pages && {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      items: page.items.map((item) => (item._id === record._id ? record : item)),
    })),
  };

/** Says that a mark is wrong. What the server answers takes the mark's place in the list. */
export const useDisputeMark = (id: string) => {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (note: string) => api.call(routes.attendance.disputeMark, { params: { id }, body: { note } }),
    onSuccess: async (record) => {
      queries.setQueriesData<Pages>({ queryKey: historyKey }, (pages) => withRecord(pages, record));
      await queries.invalidateQueries({ queryKey: markHistoryKey(id) });
    },
  });
};
