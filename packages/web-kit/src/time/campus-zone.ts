import { dateFormat } from './date-format.ts';

export const viewerTimeZone = (): string => dateFormat('en').resolvedOptions().timeZone;

export const campusTimeZone = (): string => {
  const named = document.querySelector<HTMLMetaElement>('meta[name="campus-time-zone"]')?.content;
  return named && !named.startsWith('__') ? named : viewerTimeZone();
};

const shown = (moment: Date, timeZone: string): string =>
  dateFormat('en', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(moment);

/** Whether the viewer's clock differs from the campus's at a moment. */
export const isViewerElsewhere = (moment: Date): boolean =>
  shown(moment, campusTimeZone()) !== shown(moment, viewerTimeZone());
