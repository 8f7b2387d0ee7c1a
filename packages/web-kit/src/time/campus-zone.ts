import { dateFormat } from './date-format.ts';

export const viewerTimeZone = (): string => dateFormat('en').resolvedOptions().timeZone;

export const campusTimeZone = (): string => {
  const named = document.querySelector<HTMLMetaElement>('meta[name="campus-time-zone"]')?.content;
  return named && !named.startsWith('__') ? named : viewerTimeZone();
};

/** The campus day, as `YYYY-MM-DD`. */
export const campusDay = (moment: Date): string =>
  dateFormat('en-CA', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone: campusTimeZone(),
  }).format(moment);

export const campusYear = (moment: Date): number => Number(campusDay(moment).slice(0, 4));

const shown = (moment: Date, timeZone: string): string =>
  dateFormat('en', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(moment);

/** Whether the viewer's clock differs from the campus's at a moment. */
export const isViewerElsewhere = (moment: Date): boolean =>
  shown(moment, campusTimeZone()) !== shown(moment, viewerTimeZone());
