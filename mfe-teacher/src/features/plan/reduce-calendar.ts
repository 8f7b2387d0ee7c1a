import { CALENDAR_PROPERTIES } from '@qr-attendance/contracts';
import { addDays } from '@qr-attendance/web-kit';

const USED = new Set(CALENDAR_PROPERTIES);
/** Time zones are less than two days apart. */
const ZONE_DAYS = 2;

const nameOf = (line: string): string => /^[\w-]+(?=[;:])/.exec(line)?.[0].toUpperCase() ?? '';

/** Lines that are read, and lines without a name after them, with the lines that continue them. */
const usedLines = (text: string): { name: string; line: string }[] => {
  const used: { name: string; line: string }[] = [];
  let isUsed = true;
  for (const line of text.replaceAll('\r\r\n', '\r\n').split(/\r\n|\n|\r/)) {
    const isContinued = /^[ \t]/.test(line);
    const name = isContinued ? '' : nameOf(line);
    if (!isContinued && name !== '') isUsed = USED.has(name);
    if (isUsed && line.trim() !== '') used.push({ name, line });
  }
  return used;
};

const startOf = (lines: { name: string; line: string }[]): string | undefined =>
  /:(\d{8})/.exec(lines.find(({ name }) => name === 'DTSTART')?.line ?? '')?.[1];

/**
 * The file without what nobody reads, such as descriptions and attendees, and without single events that are over:
 * whole calendars have years of them.
 */
export const reduceCalendar = (text: string, today: string): { text: string; past: number } => {
  const firstDay = addDays(today, -ZONE_DAYS).replaceAll('-', '');
  const kept: string[] = [];
  let past = 0;
  let event: { name: string; line: string }[] | undefined;
  const close = (): void => {
    if (!event) return;
    const isSingle = !event.some(({ name }) => ['RRULE', 'RDATE', 'RECURRENCE-ID'].includes(name));
    const start = startOf(event);
    if (isSingle && start !== undefined && start < firstDay) past += 1;
    else kept.push(...event.map(({ line }) => line));
    event = undefined;
  };
  for (const one of usedLines(text.replace(/^\uFEFF/, ''))) {
    const isOfEvent = /^\w+:VEVENT\s*$/i.test(one.line);
    if (isOfEvent && one.name === 'BEGIN') {
      close();
      event = [];
    }
    if (event) event.push(one);
    else kept.push(one.line);
    if (isOfEvent && one.name === 'END') close();
  }
  const rest = event as typeof event;
  return { text: [...kept, ...(rest ?? []).map(({ line }) => line), ''].join('\r\n'), past };
};
