import { dateFormat } from './date-format.ts';

export const viewersZone = (): string => dateFormat('en').resolvedOptions().timeZone;

/** IANA name of the zone in which the campus tells time; the gateway wrote it into the page. The viewer's, if it did not. */
export const campusTimeZone = (): string => {
  const named = document.querySelector<HTMLMetaElement>('meta[name="campus-time-zone"]')?.content;
  return named && !named.startsWith('__') ? named : viewersZone();
};

const shown = (moment: Date, timeZone: string): string =>
  dateFormat('en', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(moment);

/** Whether the viewer's clock shows another time than the campus's at a moment. */
export const viewerIsElsewhere = (moment: Date): boolean =>
  shown(moment, campusTimeZone()) !== shown(moment, viewersZone());
