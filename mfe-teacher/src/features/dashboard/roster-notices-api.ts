import { MAX_SEEN_NOTICES, routes } from '@qr-attendance/contracts';
import { apiKey, useApiMutation, useApiPages } from '@qr-attendance/web-kit';

const { listRosterNotices, markRosterNoticesSeen } = routes.course;
const NOTICES_PER_PAGE = 5;

/** Newest first, without those that are hidden. */
export const useRosterNotices = () => useApiPages(listRosterNotices, {}, { limit: NOTICES_PER_PAGE });

export const useHideNotices = () =>
  useApiMutation(
    markRosterNoticesSeen,
    (ids: string[]) => ({ body: { ids: ids.slice(0, MAX_SEEN_NOTICES) } }),
    { refetches: [apiKey(listRosterNotices)] },
  );
