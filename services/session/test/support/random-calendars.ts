import { readdirSync, readFileSync } from 'node:fs';

/** A generator of whole numbers below a limit, with a seed. */
export const createRandom = (seed: number) => {
  let state = (seed * 2_654_435_761) % 2_147_483_647 || 1;
  return (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
};
type Random = ReturnType<typeof createRandom>;

const FOLDER = new URL('../calendar-files/', import.meta.url);
const FILES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.txt'))
  .flatMap((name) =>
    readFileSync(new URL(name, FOLDER), 'utf8')
      .split(/^=== .*\n/m)
      .slice(1)
      .map((part) => part.split('--- expected\n')[0] ?? ''),
  );

const VALUES = [
  '20261201T080000Z',
  '20261201',
  '20261301T080000',
  'soon',
  '',
  '99999999T999999',
  '00010101T000000',
  'PT1H',
  'P1W',
  '-P1D',
  'PT',
  'P99999999999W',
  '+0100',
  '-2500',
  'Europe/Berlin',
  'Nowhere',
  'FREQ=SECONDLY',
  'FREQ=DAILY;COUNT=9999999',
  'FREQ=WEEKLY;BYDAY=XX',
  'FREQ=YEARLY;BYDAY=99MO',
  'FREQ=MONTHLY;BYSETPOS=0',
  'FREQ=DAILY;INTERVAL=0',
  'FREQ=',
  'CANCELLED',
  '\0',
  '"',
  ';;;===:::',
];
const LINES = [
  'BEGIN:VEVENT',
  'END:VEVENT',
  'END:VCALENDAR',
  'BEGIN:VTIMEZONE',
  'BEGIN:STANDARD',
  'nonsense',
  ' ',
  '	',
  'EXDATE',
  'RDATE;VALUE=PERIOD:/',
  'RECURRENCE-ID:20261208T080000Z',
  'RRULE:FREQ=DAILY',
  ':',
  ';',
  '=',
];

const pick = <Value>(random: Random, values: Value[]): Value => values[random(values.length)] as Value;

const CHANGES: ((lines: string[], index: number, random: Random) => string[])[] = [
  (lines, index) => lines.toSpliced(index, 1),
  (lines, index) => lines.toSpliced(index, 0, lines[index] ?? ''),
  (lines, index, random) => lines.toSpliced(index, 0, pick(random, LINES)),
  (lines, index, random) =>
    lines.toSpliced(index, 1, `${(lines[index] ?? '').split(':')[0]}:${pick(random, VALUES)}`),
  (lines, index, random) => {
    const line = lines[index] ?? '';
    const at = random(line.length + 1);
    return lines.toSpliced(
      index,
      1,
      line.slice(0, at) + String.fromCharCode(random(300)) + line.slice(at + 1),
    );
  },
  (lines, index, random) => {
    const line = lines[index] ?? '';
    const at = random(line.length + 1);
    return lines.toSpliced(index, 1, line.slice(0, at), ` ${line.slice(at)}`);
  },
];

/** A file of a calendar program with changed, removed or added lines, which may be truncated. */
export const randomCalendar = (random: Random): string => {
  let lines = pick(random, FILES).split('\n');
  const changes = random(6);
  for (let count = 0; count < changes; count += 1)
    lines = pick(random, CHANGES)(lines, random(lines.length), random);
  const text = lines.join(pick(random, ['\n', '\r\n', '\r']));
  return random(5) === 0 ? text.slice(0, random(text.length)) : text;
};
