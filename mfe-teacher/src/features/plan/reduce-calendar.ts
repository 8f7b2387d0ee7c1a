import { CALENDAR_PROPERTIES } from '@qr-attendance/contracts';
import { addDays } from '@qr-attendance/web-kit';

const USED = new Set(CALENDAR_PROPERTIES);
/** Time zones differ by less than two days. */
const ZONE_DAYS = 2;

const nameOf = (line: string): string => /^[\w-]+(?=[;:])/.exec(line)?.[0].toUpperCase() ?? '';

/**
 * Returns the lines with properties that the server reads, including continuation lines and lines without a
 * name.
 */
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
 * Removes what the server does not read, such as descriptions and attendees, and past single events, of which
 * a complete calendar contains years.
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
  for (const property of usedLines(text.replace(/^\uFEFF/, ''))) {
    const isOfEvent = /^\w+:VEVENT\s*$/i.test(property.line);
    if (isOfEvent && property.name === 'BEGIN') {
      close();
      event = [];
    }
    if (event) event.push(property);
    else kept.push(property.line);
    if (isOfEvent && property.name === 'END') close();
  }
  const rest = event as typeof event;
  return { text: [...kept, ...(rest ?? []).map(({ line }) => line), ''].join('\r\n'), past };
};
