import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { chromium as browserType, type Page } from '@playwright/test';
import { LIVE_WINDOW_MS } from '@qr-attendance/contracts';
import { campus } from '@qr-attendance/e2e/support/campus';
import type { View } from '@qr-attendance/e2e/support/draw-frame';
import { wholeChromium } from '@qr-attendance/tooling/chromium';
import type { Bench } from '../bench.ts';
import { openFilmPhone, openStage, showFilm, startReading, type Read } from '../film/film-phone.ts';
import { startFilmServer, type FilmServer } from '../film/film-server.ts';
import { codesFrom, filmCodes, type Film } from '../film/film.ts';
import { startWorld } from '../world/start-world.ts';
import { openPacketRelay, reachedAt } from './packet-relay.ts';
import { drawRoc } from './picture.ts';
import { analyze, latenessByCell, SEED, toCsv, type Sample } from './samples.ts';

const DECODES = 200;
/** Some codes are not read. */
const CODES = 220;
const SLOWED_DOWN_BY = 4;

/** A phone in the room: its lens, its sensor and a hand. */
const FILMED: View = { pixelsPerModule: 3, blur: 0.9, noise: 12 };
/** What is hardest to find: a call from a good camera on a stand, fed straight into the other phone's scanner. */
const CALLED: View = { pixelsPerModule: 4, blur: 0.4, noise: 2 };
const FRAMES_OF_EACH = 2;

interface Cell {
  name: string;
  isRelayed: boolean;
  /** Each way: of the phone's own connection where it is honest, of the call where it is not. */
  delayMs: number;
  isSlow?: boolean;
}
const CELLS: Cell[] = [false, true].flatMap((isRelayed): Cell[] => {
  const name = isRelayed ? 'relayed' : 'honest';
  return [
    ...[0, 150, 600].map((delayMs) => ({ name: `${name} +${delayMs}`, isRelayed, delayMs })),
    { name: `${name} +0 slow processor`, isRelayed, delayMs: 0, isSlow: true },
  ];
});

/** Calls the phone from a page that films the wall, over a network with a delay. */
const call = async (phone: Page, server: FilmServer, delayMs: number) => {
  const stage = await openStage(phone, server.url);
  const network = await openPacketRelay(delayMs);
  const offer = await stage.evaluate<string>('bench.offer()');
  const offered = JSON.stringify(reachedAt(offer, network.ports.other));
  const answer = await phone.evaluate<string>(`bench.answer(${offered})`);
  await stage.evaluate(`bench.accept(${JSON.stringify(reachedAt(answer, network.ports.one))})`);
  return { stage, hangUp: network.stop };
};

const slowDown = async (phone: Page): Promise<void> => {
  const session = await phone.context().newCDPSession(phone);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED_DOWN_BY });
};

/** First reads of each code. */
const samplesOf = (cell: string, codes: string[], startedAt: number, reads: Read[]): Sample[] =>
  codes.flatMap((text, code) => {
    const first = reads.find((read) => read.text === text);
    if (first?.arrivedAt === undefined || first.roundTripMs === undefined) return [];
    const shownAt = startedAt + code * LIVE_WINDOW_MS;
    const [decodedMs, arrivedMs] = [first.at - shownAt, first.arrivedAt - shownAt];
    return [{ cell, code, decodedMs, arrivedMs, roundTripMs: first.roundTripMs }];
  });

interface Place {
  url: string;
  server: FilmServer;
  codes: string[];
}
const measureCell = async ({ url, server, codes }: Place, cell: Cell): Promise<Sample[]> => {
  const { name, isRelayed, delayMs, isSlow = false } = cell;
  server.delayMs = isRelayed ? 0 : delayMs;
  // A student for each: all cells together take longer than an access token lives.
  const phone = await openFilmPhone(url, await campus(url).student());
  const connection = isRelayed ? await call(phone, server, delayMs) : undefined;
  try {
    await phone.evaluate(`bench.reportTo('${server.url}')`);
    await startReading(phone);
    if (isSlow) await slowDown(phone);
    const film = { address: `${server.url}/film`, codes: codes.length, codeMs: LIVE_WINDOW_MS };
    // What was shown last is still on its way when the film is over.
    const { startedAt, reads } = await showFilm(
      connection?.stage ?? phone,
      phone,
      film,
      delayMs + LIVE_WINDOW_MS,
    );
    return samplesOf(name, codes, startedAt, reads);
  } finally {
    connection?.hangUp();
    await phone.close();
  }
};

/** Whether the time that a code takes to be read tells a phone in the room from one that is called from there. */
export const relay: Bench = {
  name: 'relay',
  about: 'does time tell a code read in the room from one read through a video call?',
  run: async ({ short, folder, tell }) => {
    const codes = codesFrom(SEED, short ? 12 : CODES);
    tell('drawing');
    const films: Record<'honest' | 'relayed', Film> = {
      honest: filmCodes(codes, FILMED, SEED, FRAMES_OF_EACH),
      relayed: filmCodes(codes, CALLED, SEED, 1),
    };
    const system = await startWorld();
    const server = await startFilmServer(SEED);
    try {
      const place = { url: system.url, server, codes };
      const samples: Sample[] = [];
      const loads: string[] = [];
      for (const cell of CELLS) {
        server.film = cell.isRelayed ? films.relayed : films.honest;
        const found = await measureCell(place, cell);
        const [load = NaN] = loadavg();
        loads.push(load.toFixed(1));
        tell(`${cell.name}: ${found.length} of ${codes.length} codes read, load ${load.toFixed(1)}`);
        samples.push(...found);
      }
      const own = join(folder, 'relay');
      await mkdir(own, { recursive: true });
      await writeFile(join(own, 'relay.csv'), toCsv(samples));
      const painter = await browserType.launch(wholeChromium());
      await writeFile(join(own, 'relay-roc.png'), await drawRoc(painter, latenessByCell(samples)));
      await painter.close();
      const counts = CELLS.map(({ name }) => samples.filter(({ cell }) => cell === name).length);
      const fewest = Math.min(...counts);
      return {
        tables: [
          ...analyze(samples),
          { title: 'Load average after each cell', heads: CELLS.map(({ name }) => name), rows: [loads] },
        ],
        goals: [
          {
            goal: `at least ${DECODES} codes read in each cell`,
            found: String(fewest),
            met: fewest >= DECODES,
          },
        ],
      };
    } finally {
      server.stop();
      await system.stop();
    }
  },
};
