import { MAX_CALENDAR_FILE, routes, type SeriesPreview } from '@qr-attendance/contracts';
import {
  apiKey,
  campusClock,
  useApi,
  useApiMutation,
  useApiQuery,
  useCancelableMutation,
  useIdempotencyKeys,
} from '@qr-attendance/web-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { sessionKeys } from '../../shared/api/sessions.ts';
import type { Rule } from './plan-values.ts';
import { reduceCalendar } from './reduce-calendar.ts';

const keys = [...sessionKeys, apiKey(routes.session.listCalendar), apiKey(routes.session.listSeries)];

export interface SeriesToChange {
  id: string;
  version: number;
  from?: string | undefined;
}

export const usePreview = (
  courseId: string | undefined,
  rule: Rule | undefined,
  change: SeriesToChange | undefined,
) => {
  const api = useApi();
  const wanted = courseId === undefined || rule === undefined ? undefined : { courseId, ...rule };
  const body = wanted && {
    ...wanted,
    ...(change ? { seriesId: change.id, ...(change.from ? { from: change.from } : {}) } : {}),
  };
  return useQuery<SeriesPreview>({
    queryKey: [...apiKey(routes.session.previewSeries), body],
    queryFn: ({ signal }) =>
      body ? api.call(routes.session.previewSeries, { body, signal }) : Promise.reject(new Error('No rule.')),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
  });
};

/**
 * The limit is high, because a complete calendar contains descriptions and years of past events, which are
 * removed before sending.
 */
export const MAX_FILE_BYTES = 20_000_000;

/** The file is too large even without the parts that are not sent. */
export class CalendarTooLargeError extends Error {}

const readAs = (file: Blob, encoding: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    // The file may have been changed or removed since it was chosen.
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.readAsText(file, encoding);
  });

/** Some timetable programs write files in a Windows character set. */
const readText = async (file: Blob): Promise<string> => {
  const text = await readAs(file, 'utf-8');
  return text.includes('\uFFFD') ? readAs(file, 'windows-1252') : text;
};

export const useReadCalendar = () => {
  const api = useApi();
  return useCancelableMutation({
    mutationFn: async (file: File) => {
      const { text, past } = reduceCalendar(await readText(file), campusClock(new Date()).day);
      if (text.length > MAX_CALENDAR_FILE) throw new CalendarTooLargeError();
      return { ...(await api.call(routes.session.readCalendarFile, { body: { text } })), past };
    },
  });
};

export const useSeries = (courseId: string | undefined, wanted: boolean) =>
  useApiQuery(routes.session.listSeries, { query: { courseId: courseId ?? '' } }, { enabled: wanted });

export const useCreateSeries = () => {
  const keyOf = useIdempotencyKeys();
  return useApiMutation(
    routes.session.createSeries,
    (body: Rule & { courseId: string; confirmed?: boolean }) => ({ body, idempotencyKey: keyOf(body) }),
    { refetches: keys },
  );
};

export const useEditSeries = () =>
  useApiMutation(
    routes.session.editSeries,
    ({ id, version, from, ...rule }: Rule & SeriesToChange) => ({
      params: { id },
      body: { ...rule, version, from: from || undefined },
    }),
    { refetches: keys },
  );
