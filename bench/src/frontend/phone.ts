import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium as browserType, type Browser } from '@playwright/test';
import { campus } from '@qr-attendance/e2e/support/campus';
import { freshScan, runningClass } from '@qr-attendance/e2e/support/world';
import {
  buildFrontends,
  freePort,
  gatewayEnvironment,
  superviseNode,
  type System,
  waitUntilReady,
} from '@qr-attendance/stack';
import { checkOutRelease } from '@qr-attendance/test-kit';
import { wholeChromium } from '@qr-attendance/tooling/chromium';
import type { Bench, Goal } from '../bench.ts';
import { median, spread } from '../measure/statistics.ts';
import { startWorld, UNLIMITED_GATEWAY } from '../world/start-world.ts';
import { filmVisit } from './film-strip.ts';
import { pagesOf } from './pages.ts';
import { timeVisits, type MeasuredPage, type Visit } from './visits.ts';

const MEASURED = ['home', 'sign-in', 'marking', 'scan'];
const HOST = '127.0.0.1';

/** The compared figures, and the maximum ratio to the previous release, if it is a goal. */
const moments = [
  { what: 'first visit seen', of: ({ first }: Visits) => first.seen, most: 0.3 },
  { what: 'first visit usable', of: ({ first }: Visits) => first.usable, most: 0.5 },
  { what: 'next visit usable', of: ({ again }: Visits) => again.usable, most: 0.3 },
  { what: 'first visit, drawn by the app', of: ({ first }: Visits) => first.app, most: undefined },
  { what: 'next visit, drawn by the app', of: ({ again }: Visits) => again.app, most: undefined },
] as const;
interface Visits {
  first: Visit;
  again: Visit;
}

interface Served {
  url: string;
  stop: () => Promise<void>;
}

/** The pages of the previous release behind its own gateway, with the same services and data. */
const serveBefore = async (
  commit: string,
  { urls, secrets, dataDir }: System,
  log: (text: string) => void,
): Promise<Served> => {
  const release = await checkOutRelease(commit);
  try {
    log(`building the pages of ${commit}`);
    await buildFrontends(release.root);
    const port = await freePort();
    const settings = {
      ...gatewayEnvironment({ urls, secrets, host: HOST, port, root: release.root }),
      ...UNLIMITED_GATEWAY,
    };
    const gateway = await superviseNode('gateway-before', 'gateway/src/main.ts', settings, dataDir, {
      root: release.root,
    });
    await waitUntilReady(gateway, `http://${HOST}:${port}`, { dataDir });
    const stop = async () => {
      await gateway.stop();
      await release.remove();
    };
    // Browsers treat `localhost` like HTTPS.
    return { url: `http://localhost:${port}`, stop };
  } catch (error) {
    await release.remove();
    throw error;
  }
};

/** Each round visits both, alternating the order, so that other load affects both alike. */
const timeRounds = async (
  browser: Browser,
  urls: string[],
  measured: MeasuredPage,
  rounds: number,
): Promise<Visits[][]> => {
  const found: Visits[][] = urls.map(() => []);
  for (let round = 0; round < rounds; round++) {
    const order = urls.map((url, which) => ({ url, which }));
    for (const { url, which } of round % 2 === 0 ? order : order.toReversed())
      found[which]?.push(await timeVisits(browser, url, measured));
  }
  return found;
};

const seconds = (times: number[]): string => (median(times) / 1_000).toFixed(2);
const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

export const phone: Bench = {
  name: 'phone',
  about:
    'how soon a cheap phone shows a page and can use it, against the release before (--release <commit>)',
  run: async ({ short, release, folder, log }) => {
    const rounds = short ? 1 : 7;
    const system = await startWorld();
    const browser = await browserType.launch(wholeChromium());
    let before: Served | undefined;
    try {
      before = release === undefined ? undefined : await serveBefore(release, system, log);
      const served = [
        ...(before ? [{ name: 'before', url: before.url }] : []),
        { name: 'now', url: system.url },
      ];
      const people = campus(system.url);
      // The default checks of students, with registered devices.
      const world = await runningClass(people, { preferences: { requirePin: true } });
      const pages = pagesOf(world, () => freshScan(people, world));
      const rows: (string | number)[][] = [];
      const goals: Goal[] = [];
      const films = join(folder, 'phone');
      await rm(films, { recursive: true, force: true });
      for (const name of MEASURED) {
        const measured = pages.find((page) => page.name === name);
        if (!measured) throw new Error(`${name} is no page that is measured`);
        log(name);
        const found = await timeRounds(
          browser,
          served.map(({ url }) => url),
          measured,
          rounds,
        );
        const now = found.at(-1) ?? [];
        for (const { what, of, most } of moments) {
          const times = found.map((visits) => visits.map(of));
          const earlier = before && times[0];
          const ratios = earlier ? now.map((visits, round) => of(visits) / (earlier[round] ?? NaN)) : [];
          const ratio = earlier ? median(ratios).toFixed(2) : '';
          rows.push([
            name,
            what,
            earlier ? seconds(earlier) : '',
            seconds(now.map(of)),
            percent(spread(now.map(of))),
            ratio,
          ]);
          if (earlier && most !== undefined)
            goals.push({
              goal: `${name}, ${what}: at most ${most} of the release before`,
              found: ratio,
              met: median(ratios) <= most,
            });
        }
        for (const { name: which, url } of served)
          await filmVisit(browser, url, measured, join(films, `${name}-${which}`));
      }
      log(`pictures of each first visit are in ${films}`);
      return {
        tables: [
          {
            title: `Processor slowed 4 times, slow 4G (s, medians of ${rounds}; the ratio is the rounds’ median)`,
            heads: ['page', 'moment', 'before', 'now', 'spread', 'ratio'],
            rows,
          },
        ],
        goals,
      };
    } finally {
      await browser.close();
      await before?.stop();
      await system.stop();
    }
  },
};
