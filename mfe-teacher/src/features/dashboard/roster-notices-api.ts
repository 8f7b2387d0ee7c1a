import { MAX_SEEN_NOTICES, routes } from '@qr-attendance/contracts';
import { apiKey, useApiMutation, useApiPages, useApiQuery } from '@qr-attendance/web-kit';

const { getRosterNotice, listRosterNoticeLines, listRosterNotices, markRosterNoticesSeen } = routes.course;
const NOTICES_PER_PAGE = 5;
const LINES_PER_PAGE = 50;

/** Newest first, without those that are hidden. */
export const useRosterNotices = () => useApiPages(listRosterNotices, {}, { limit: NOTICES_PER_PAGE });

export const useRosterNotice = (id: string) => useApiQuery(getRosterNotice, { params: { id } });

/** The lines of the import that changed the roster, in their order. */
export const useRosterNoticeLines = (id: string) =>
  useApiPages(listRosterNoticeLines, { params: { id } }, { limit: LINES_PER_PAGE });

export const useHideNotices = () =>
  useApiMutation(
    markRosterNoticesSeen,
    (ids: string[]) => ({ body: { ids: ids.slice(0, MAX_SEEN_NOTICES) } }),
    { refetches: [apiKey(listRosterNotices)] },
  );
