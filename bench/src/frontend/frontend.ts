import { chromium as browserType } from '@playwright/test';
import { campus } from '@qr-attendance/e2e/support/campus';
import { freshScan, runningClass } from '@qr-attendance/e2e/support/world';
import { wholeChromium } from '@qr-attendance/tooling/chromium';
import type { Bench, Findings } from '../bench.ts';
import { formatShare } from '../measure/format.ts';
import { atMost, formatFigures } from '../measure/goals.ts';
import { ratiosOf, runAlternating } from '../measure/rounds.ts';
import { median, spread } from '../measure/statistics.ts';
import { startWorld } from '../world/start-world.ts';
import { pagesOf } from './pages.ts';
import { serveRelease } from './serve-release.ts';
import { timeVisits, type Visits } from './visits.ts';

/** The times by which two releases are compared, each with the maximum ratio if there is a goal for it. */
const MOMENTS = [
  { what: 'first visit seen', of: ({ first }: Visits) => first.seen, most: 0.3 },
  { what: 'first visit usable', of: ({ first }: Visits) => first.usable, most: 0.5 },
  { what: 'next visit usable', of: ({ again }: Visits) => again.usable, most: 0.3 },
  { what: 'first visit, drawn by the app', of: ({ first }: Visits) => first.app, most: undefined },
  { what: 'next visit, drawn by the app', of: ({ again }: Visits) => again.app, most: undefined },
] as const;

interface PageVisits {
  name: string;
  now: Visits[];
  before: Visits[] | undefined;
}

const describe = (pages: PageVisits[], rounds: number): Findings => {
  const seconds = (times: number[]) => (median(times) / 1_000).toFixed(2);
  const compared = pages.flatMap((page) => MOMENTS.map((moment) => ({ ...page, ...moment })));
  return {
    tables: [
      {
        title: `Processor slowed 4 times, slow 4G (s, medians of ${rounds})`,
        heads: ['page', 'moment', 'other release', 'now', 'spread', 'ratio (each round)'],
        rows: compared.map(({ name, what, of, now, before }) => [
          name,
          what,
          before ? seconds(before.map(of)) : '',
          seconds(now.map(of)),
          formatShare(spread(now.map(of))),
          before ? formatFigures(ratiosOf(now, before, of)) : '',
        ]),
      },
    ],
    goals: compared.flatMap(({ name, what, of, most, now, before }) =>
      before && most !== undefined
        ? [atMost(`${name}, ${what}, to the other release,`, ratiosOf(now, before, of), most)]
        : [],
    ),
  };
};

export const frontend: Bench = {
  name: 'frontend',
  about: 'how soon a cheap phone shows a page and can use it, also against another release',
  run: async ({ short, release, log }) => {
    const rounds = short ? 1 : 7;
    const system = await startWorld();
    const browser = await browserType.launch(wholeChromium());
    let other: Awaited<ReturnType<typeof serveRelease>> | undefined;
    try {
      other = release === undefined ? undefined : await serveRelease(release, system, log);
      const people = campus(system.url);
      const world = await runningClass(people, { preferences: { requirePin: true } });
      const urls = [system.url, ...(other ? [other.url] : [])];
      const pages: PageVisits[] = [];
      for (const page of pagesOf(world, () => freshScan(people, world))) {
        log(page.name);
        const [now = [], before] = await runAlternating(
          urls.map((url) => () => timeVisits(browser, url, page)),
          { rounds },
        );
        pages.push({ name: page.name, now, before });
      }
      return describe(pages, rounds);
    } finally {
      await browser.close();
      await other?.stop();
      await system.stop();
    }
  },
};
