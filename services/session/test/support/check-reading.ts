import { expect } from '@jest/globals';
import { calendarNoteSchema, calendarProblemSchema, MAX_TERM_DAYS } from '@qr-attendance/contracts';
import { propertiesOf, readComponents } from '../../src/features/series/rules/calendar-file/components.ts';
import { nameOf } from '../../src/features/series/rules/calendar-file/read-event.ts';
import { FileProblem, readEvents } from '../../src/features/series/rules/calendar-file/read-events.ts';
import { toRule } from '../../src/features/series/rules/compress.ts';
import { createRandom, randomCalendar } from './random-calendars.ts';
import { NOW } from './read-calendar.ts';

/**
 * Time limit of the service for one file, including the start of the thread. The test compares processor
 * time, because a busy machine takes longer.
 */
export const MAX_MS = 5_000;
const ZONES = ['Europe/Berlin', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Apia'];
const DAY = /^\d{4}-\d\d-\d\d$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

const titlesOf = (text: string): string[] =>
  readComponents(text)
    .filter((one) => one.kind === 'VEVENT' && propertiesOf(one, 'RECURRENCE-ID').length === 0)
    .map((one) => nameOf(one));

/**
 * Reads a file, and checks what must hold for every file.
 * @returns the processor time of reading, in milliseconds
 */
export const checkReading = (text: string, zone = 'Europe/Berlin'): number => {
  const before = process.cpuUsage();
  const processorTime = (): number => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  let read: ReturnType<typeof readEvents>;
  try {
    read = readEvents(text, { now: NOW, campusTimeZone: zone, days: MAX_TERM_DAYS });
  } catch (error) {
    // Any other error would be a failure of the server.
    if (!(error instanceof FileProblem)) throw error;
    const unfolded = text.replaceAll(/(\r\n|\n|\r)[ \t]/g, '').toUpperCase();
    expect(unfolded).not.toMatch(/^BEGIN:VEVENT$/m);
    return processorTime();
  }
  const took = processorTime();
  const { events, problems } = read;
  for (const { occurrences, notes, name } of events) {
    expect(occurrences.length).toBeGreaterThan(0);
    for (const { day, start, end } of occurrences) {
      expect(day).toMatch(DAY);
      expect(day >= '2026-11-28' && day <= '2028-01-05').toBe(true);
      expect(start).toMatch(TIME);
      expect(end).toMatch(TIME);
      expect(start).not.toBe(end);
    }
    for (const { note, found = '' } of notes) {
      expect(calendarNoteSchema.options).toContain(note);
      expect(found.length).toBeLessThanOrEqual(100);
    }
    expect(name.length).toBeLessThanOrEqual(200);
    // Must return either a rule or the result that there are too many single dates.
    toRule(occurrences);
  }
  for (const { problem } of problems) expect(calendarProblemSchema.options).toContain(problem);
  const named = [...new Set([...events, ...problems].map(({ name }) => name))];
  for (const title of titlesOf(text)) expect(named).toContain(title);
  return took;
};

export const checkRandomCalendars = (from: number, count: number): void => {
  for (let seed = from; seed < from + count; seed += 1) {
    const random = createRandom(seed);
    const text = randomCalendar(random);
    const zone = ZONES[random(ZONES.length)];
    try {
      expect(checkReading(text, zone)).toBeLessThan(MAX_MS);
    } catch (error) {
      throw new Error(`Seed ${seed} in ${zone}:\n${text}`, { cause: error });
    }
  }
};
