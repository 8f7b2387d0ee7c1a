import { chromium as browserType } from '@playwright/test';
import { campus } from '@qr-attendance/e2e/support/campus';
import { freshScan, runningClass } from '@qr-attendance/e2e/support/world';
import { wholeChromium } from '@qr-attendance/tooling/chromium';
import { budgets, KB, weightOf, type Transfer } from '@qr-attendance/tooling/page-weight';
import type { Bench, Goal } from '../bench.ts';
import { median, spread } from '../measure/statistics.ts';
import { startWorld } from '../world/start-world.ts';
import { pagesOf } from './pages.ts';
import { timeScans } from './scanning.ts';
import { timeVisits, weigh } from './visits.ts';

const budgetOf: Record<string, number> = {
  home: budgets.home,
  'sign-in': budgets.signIn,
  marking: budgets.marking,
  scan: budgets.scan,
};

const show = (bytes: number): string => (bytes / KB).toFixed(1);
const weightRow = (name: string, transfers: Transfer[]) => {
  const scripts = transfers.filter(({ isScript }) => isScript);
  const headers = transfers.reduce((sum, { headerBytes }) => sum + headerBytes, 0);
  return [
    name,
    show(weightOf(scripts)),
    scripts.length,
    show(weightOf(transfers) - weightOf(scripts)),
    show(headers),
    transfers.length,
  ];
};
const goalOf = (name: string, transfers: Transfer[]): Goal[] => {
  const budget = budgetOf[name];
  if (budget === undefined) return [];
  const weight = weightOf(transfers.filter(({ isScript }) => isScript));
  return [
    {
      goal: `${name}: at most ${budget / KB} KB of JavaScript`,
      found: `${show(weight)} KB`,
      met: weight <= budget,
    },
  ];
};
const timeCells = (times: number[]) => [
  (median(times) / 1_000).toFixed(2),
  `${(spread(times) * 100).toFixed(0)} %`,
];

export const frontend: Bench = {
  name: 'frontend',
  about: 'what pages transfer, how soon they can be used on a cheap phone, and how soon a code is read',
  run: async ({ short, log }) => {
    const rounds = short ? 1 : 5;
    const system = await startWorld();
    const browser = await browserType.launch(wholeChromium());
    try {
      const people = campus(system.url);
      const world = await runningClass(people);
      const pages = pagesOf(world, () => freshScan(people, world));
      const weights: (string | number)[][] = [];
      const times: (string | number)[][] = [];
      const goals: Goal[] = [];
      for (const measured of pages) {
        log(measured.name);
        const transfers = await weigh(browser, system.url, measured);
        weights.push(weightRow(measured.name, transfers));
        goals.push(...goalOf(measured.name, transfers));
        const visits: Awaited<ReturnType<typeof timeVisits>>[] = [];
        for (let round = 0; round < rounds; round++)
          visits.push(await timeVisits(browser, system.url, measured));
        times.push([
          measured.name,
          ...timeCells(visits.map(({ first }) => first.usable)),
          ...timeCells(visits.map(({ again }) => again.usable)),
        ]);
      }
      log('scanning');
      const scene = { url: system.url, ...world, sessionId: world.session._id };
      const scans: (string | number)[][] = [];
      for (const slower of [1, 4])
        scans.push([`${slower}`, ...timeCells(await timeScans(scene, rounds, slower))]);
      return {
        tables: [
          {
            title: 'What a first visit transfers, compressed by brotli (KB of 1000 bytes)',
            heads: ['page', 'JavaScript', 'scripts', 'all else', 'headers', 'requests'],
            rows: weights,
          },
          {
            title: `Until the page can be used, processor slowed 4 times, slow 4G (s, median of ${rounds})`,
            heads: ['page', 'first visit', 'spread', 'next visit', 'spread'],
            rows: times,
          },
          {
            title: `From "Start Scanning" until the code is read (s, median of ${rounds})`,
            heads: ['processor slowed, times', 'time', 'spread'],
            rows: scans,
          },
        ],
        goals,
      };
    } finally {
      await browser.close();
      await system.stop();
    }
  },
};
