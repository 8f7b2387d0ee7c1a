import { dateFormat } from './date-format.ts';

export const viewersZone = (): string => dateFormat('en').resolvedOptions().timeZone;

/** IANA name of the campus time zone, which the gateway wrote into the page; else the viewer's zone. */
export const campusTimeZone = (): string => {
  const named = document.querySelector<HTMLMetaElement>('meta[name="campus-time-zone"]')?.content;
  return named && !named.startsWith('__') ? named : viewersZone();
};

const shown = (moment: Date, timeZone: string): string =>
  dateFormat('en', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(moment);

/** The viewer's clock differs from the campus clock at that moment. */
export const viewerIsElsewhere = (moment: Date): boolean =>
  shown(moment, campusTimeZone()) !== shown(moment, viewersZone());
