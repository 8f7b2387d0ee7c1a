import { LIVE_WINDOW_MS } from '@qr-attendance/contracts';
import { campus } from '@qr-attendance/e2e/support/campus';
import { seededRandom, type View } from '@qr-attendance/e2e/support/draw-frame';
import type { Bench, Goal } from '../bench.ts';
import { openFilmPhone, showFilm, startReading, type Read } from '../film/film-phone.ts';
import { startFilmServer, type FilmServer } from '../film/film-server.ts';
import { codesFrom, filmCodes } from '../film/film.ts';
import { median } from '../measure/statistics.ts';
import type { Table } from '../measure/table.ts';
import { startWorld } from '../world/start-world.ts';
import { VIEWS } from './views.ts';

const SEED = 163;
const RATES: [name: string, codeMs: number][] = [
  ['1 a second', 1_000],
  ['as live sessions', LIVE_WINDOW_MS],
  ['2 a second', 500],
  ['3 a second', 333],
];
/** From a good seat to the worst. */
const SEEN = new Set([
  '3 pixels',
  '3 pixels, blurred',
  '3 pixels, noise of a dark hall',
  '3 pixels, washed-out projector',
  '3 pixels, moved by 5 pixels',
]);
const SEQUENCE = 5;
const NEEDED = 3;
const WITHIN_MS = 4_000;
/** A hand moves, and noise changes. */
const FRAMES_OF_EACH = 2;

/**
 * When a student who begins to scan at some moment has read three of the five codes from the one of that moment on, in ms
 * after it; Infinity where there are fewer.
 */
export const timeToRead = (codes: string[], reads: Read[], from: number): number => {
  const first = new Map<string, number>();
  for (const { text, at } of reads)
    if (at >= from && codes.includes(text) && !first.has(text)) first.set(text, at);
  const times = [...first.values()].sort((one, other) => one - other);
  return (times[NEEDED - 1] ?? Infinity) - from;
};

/** Times of students who begin at moments from a seed, each with five codes of their own. */
const timesOf = (codes: string[], codeMs: number, startedAt: number, reads: Read[]): number[] => {
  const random = seededRandom(SEED);
  return Array.from({ length: codes.length / SEQUENCE }, (_, student) => {
    const place = student * SEQUENCE;
    const from = startedAt + (place + random()) * codeMs;
    return timeToRead(codes.slice(place, place + SEQUENCE), reads, from);
  });
};

const showSeconds = (ms: number): string => (Number.isFinite(ms) ? `${(ms / 1_000).toFixed(1)} s` : 'never');

interface Place {
  url: string;
  server: FilmServer;
  sequences: number;
}
const measureView = async ({ url, server, sequences }: Place, view: View): Promise<number[][]> => {
  const codes = codesFrom(SEED, sequences * SEQUENCE);
  server.film = filmCodes(codes, view, SEED, FRAMES_OF_EACH);
  const phone = await openFilmPhone(url, await campus(url).student());
  await startReading(phone);
  const times: number[][] = [];
  for (const [, codeMs] of RATES) {
    const before = (await phone.evaluate<Read[]>('bench.reads')).length;
    const film = { address: `${server.url}/film`, codes: codes.length, codeMs };
    const { startedAt, reads } = await showFilm(phone, phone, film);
    times.push(timesOf(codes, codeMs, startedAt, reads.slice(before)));
  }
  await phone.close();
  return times;
};

/** How soon the scan page reads three of five codes that follow each other on the wall. */
export const changingCodes: Bench = {
  name: 'changing-codes',
  about: 'how soon does the scan page read three of five codes that change one to three times a second?',
  run: async ({ short, tell }) => {
    const sequences = short ? 2 : 15;
    const system = await startWorld();
    const server = await startFilmServer(SEED);
    try {
      const rows: Table['rows'] = [];
      const goals: Goal[] = [];
      for (const [name, view] of VIEWS.filter(([seen]) => SEEN.has(seen))) {
        const times = await measureView({ url: system.url, server, sequences }, view);
        const cells = times.flatMap((those) => [
          those.filter((ms) => ms <= WITHIN_MS).length,
          showSeconds(median(those)),
        ]);
        tell(`${name}: ${cells.join(', ')}`);
        rows.push([name, ...cells]);
        const [, live = []] = times;
        if (name === '3 pixels')
          goals.push({
            goal: 'three of five codes of a live session are read in under 4 s (median)',
            found: showSeconds(median(live)),
            met: median(live) < WITHIN_MS,
          });
      }
      const heads = RATES.flatMap(([rate]) => [`${rate}: within 4 s`, 'median']);
      return {
        tables: [
          { title: `Three of five codes read, of ${sequences} sequences`, heads: ['frames', ...heads], rows },
        ],
        goals,
      };
    } finally {
      server.stop();
      await system.stop();
    }
  },
};
