import { chromium as browserType, type Browser } from '@playwright/test';
import { campus } from '@qr-attendance/e2e/support/campus';
import { freshScan, runningClass } from '@qr-attendance/e2e/support/world';
import { wholeChromium } from '@qr-attendance/tooling/chromium';
import { budgets, KB, weightOf, type Transfer } from '@qr-attendance/tooling/page-weight';
import type { Bench } from '../bench.ts';
import { showShare } from '../measure/format.ts';
import { atMost, showFigures, type Goal } from '../measure/goals.ts';
import { ratiosOf, runInTurn } from '../measure/rounds.ts';
import { median, spread } from '../measure/statistics.ts';
import { startWorld } from '../world/start-world.ts';
import { pagesOf } from './pages.ts';
import { serveRelease } from './serve-release.ts';
import { timeVisits, weigh, type MeasuredPage, type Visits } from './visits.ts';

const budgetOf: Record<string, number> = {
  home: budgets.home,
  'sign-in': budgets.signIn,
  marking: budgets.marking,
  scan: budgets.scan,
};

/** The compared times, and the maximum ratio to another release, if it is a goal. */
const MOMENTS = [
  { what: 'first visit seen', of: ({ first }: Visits) => first.seen, most: 0.3 },
  { what: 'first visit usable', of: ({ first }: Visits) => first.usable, most: 0.5 },
  { what: 'next visit usable', of: ({ again }: Visits) => again.usable, most: 0.3 },
  { what: 'first visit, drawn by the app', of: ({ first }: Visits) => first.app, most: undefined },
  { what: 'next visit, drawn by the app', of: ({ again }: Visits) => again.app, most: undefined },
] as const;

type Row = (string | number)[];
interface PageFindings {
  weight: Row;
  times: Row[];
  goals: Goal[];
}

const show = (bytes: number): string => (bytes / KB).toFixed(1);
const describeWeight = ({ name }: MeasuredPage, transfers: Transfer[]) => {
  const scripts = transfers.filter(({ isScript }) => isScript);
  const weight = weightOf(scripts);
  const headers = transfers.reduce((sum, { headerBytes }) => sum + headerBytes, 0);
  const budget = budgetOf[name];
  return {
    weight: [
      name,
      show(weight),
      scripts.length,
      show(weightOf(transfers) - weight),
      show(headers),
      transfers.length,
    ],
    goals: budget === undefined ? [] : [atMost(`${name}: KB of JavaScript`, [weight], budget, show)],
  };
};

const describeTimes = ({ name }: MeasuredPage, now: Visits[], before: Visits[] | undefined) => {
  const rows: Row[] = [];
  const goals: Goal[] = [];
  const seconds = (times: number[]) => (median(times) / 1_000).toFixed(2);
  for (const { what, of, most } of MOMENTS) {
    const times = now.map(of);
    const ratios = before && ratiosOf(now, before, of);
    rows.push([
      ...[name, what, before ? seconds(before.map(of)) : '', seconds(times), showShare(spread(times))],
      ratios ? showFigures(ratios) : '',
    ]);
    if (ratios && most !== undefined)
      goals.push(atMost(`${name}, ${what}, to the other release,`, ratios, most));
  }
  return { times: rows, goals };
};

const measurePage = async (
  browser: Browser,
  [url, before]: [string, string?],
  page: MeasuredPage,
  rounds: number,
): Promise<PageFindings> => {
  const { weight, goals } = describeWeight(page, await weigh(browser, url, page));
  const compared = before !== undefined && page.name in budgetOf;
  const urls = compared ? [url, before] : [url];
  const [now = [], earlier] = await runInTurn(
    urls.map((origin) => () => timeVisits(browser, origin, page)),
    { rounds },
  );
  const described = describeTimes(page, now, earlier);
  return { weight, times: described.times, goals: [...goals, ...described.goals] };
};

export const frontend: Bench = {
  name: 'frontend',
  about: 'what pages transfer, and how soon a cheap phone can use them, also against another release',
  run: async ({ short, release, log }) => {
    const rounds = short ? 1 : 7;
    const system = await startWorld();
    const browser = await browserType.launch(wholeChromium());
    let before: Awaited<ReturnType<typeof serveRelease>> | undefined;
    try {
      before = release === undefined ? undefined : await serveRelease(release, system, log);
      const people = campus(system.url);
      // The default checks of students, with registered devices.
      const world = await runningClass(people, { preferences: { requirePin: true } });
      const found: PageFindings[] = [];
      for (const page of pagesOf(world, () => freshScan(people, world))) {
        log(page.name);
        found.push(await measurePage(browser, [system.url, before?.url], page, rounds));
      }
      return {
        tables: [
          {
            title: 'What a first visit transfers, compressed by brotli (KB of 1000 bytes)',
            heads: ['page', 'JavaScript', 'scripts', 'all else', 'headers', 'requests'],
            rows: found.map(({ weight }) => weight),
          },
          {
            title: `Processor slowed 4 times, slow 4G (s, medians of ${rounds})`,
            heads: ['page', 'moment', 'other release', 'now', 'spread', 'ratio (each round)'],
            rows: found.flatMap(({ times }) => times),
          },
        ],
        goals: found.flatMap(({ goals }) => goals),
      };
    } finally {
      await browser.close();
      await before?.stop();
      await system.stop();
    }
  },
};
