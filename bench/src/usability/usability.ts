import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium as browserType, type Page } from '@playwright/test';
import { buildFrontends } from '@qr-attendance/stack';
import { checkOutRelease } from '@qr-attendance/test-kit';
import { chromium } from '@qr-attendance/tooling/chromium';
import type { Bench, Goal } from '../bench.ts';
import { startWorld } from '../world/start-world.ts';
import { journeysBefore } from './journeys-before.ts';
import { journeys, tasks, type Given, type Journeys, type Task } from './journeys.ts';
import type { Effort } from './pace.ts';
import { playJourney } from './person.ts';
import { prepareJourney } from './prepare-journey.ts';
import { makeScene, type Stage } from './scene.ts';

/** Design goals; of undoing, the presses after the session is on the screen count as well. */
const MOST_PRESSES: Partial<Record<Task, number>> = {
  ownCamera: 1,
  inApp: 2,
  newStudent: 8,
  scheduled: 1,
  unplanned: 3,
  undo: 3,
};

type Efforts = Partial<Record<Task, Effort | undefined>>;
const names = Object.keys(tasks) as Task[];

const playOne = async (
  page: Page,
  task: Task,
  steps: Journeys[Task],
  given: Given,
  tell: (text: string) => void,
) => {
  if (!steps) return undefined;
  try {
    const effort = await playJourney(page, (person) => steps(person, given));
    tell(`${task}: ${effort.presses} presses, ${effort.fields} fields, ${effort.seconds.toFixed(1)} s`);
    return effort;
  } catch (error) {
    await page.screenshot({ path: `.data/bench/usability-${task}.png` });
    throw error;
  }
};

/** Plays all tasks on one release's pages. */
const playAll = async (
  steps: Journeys,
  root: string | undefined,
  tell: (text: string) => void,
): Promise<Efforts> => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-usability-'));
  const system = await startWorld({ root });
  const browser = await browserType.launch(chromium());
  const stage: Stage = { url: system.url, browser, film: join(folder, 'camera.y4m') };
  const scene = makeScene(stage);
  try {
    const efforts: Efforts = {};
    for (const task of names) {
      if (!steps[task]) continue;
      const { page, given } = await prepareJourney(scene, task);
      efforts[task] = await playOne(page, task, steps[task], given, tell);
      await page.close();
    }
    return efforts;
  } finally {
    await browser.close();
    await system.stop();
    await rm(folder, { recursive: true });
  }
};

/** The release before, on its own pages and servers. */
const playBefore = async (commit: string, tell: (text: string) => void): Promise<Efforts> => {
  const release = await checkOutRelease(commit);
  try {
    tell(`building the pages of ${commit}`);
    await buildFrontends(release.root);
    return await playAll(journeysBefore, release.root, tell);
  } finally {
    await release.remove();
  }
};

const cellsOf = (before: Effort | undefined, now: Effort | undefined, show: (effort: Effort) => string) => [
  before ? show(before) : 'not possible',
  now ? show(now) : 'not possible',
];

const goalsOf = (now: Efforts): Goal[] =>
  Object.entries(MOST_PRESSES).map(([task, most]) => {
    const presses = now[task as Task]?.presses ?? Infinity;
    return { goal: `${task}: at most ${most} presses`, found: `${presses}`, met: presses <= most };
  });

/** What everyday tasks take, counted by the page's own events. */
export const usability: Bench = {
  name: 'usability',
  about: 'how many presses, typed fields and seconds do everyday tasks take?',
  run: async ({ release, tell }) => {
    const before = release === undefined ? undefined : await playBefore(release, tell);
    const now = await playAll(journeys, undefined, tell);
    const heads = ['presses', 'typed fields', 'seconds'];
    const rows = names.map((task) => {
      const shows = [
        ({ presses }: Effort) => `${presses}`,
        ({ fields }: Effort) => `${fields}`,
        ({ seconds }: Effort) => seconds.toFixed(0),
      ];
      const cells = shows.map((show) => cellsOf(before?.[task], now[task], show));
      return [tasks[task], ...cells.flatMap(([old = '', today = '']) => (before ? [old, today] : [today]))];
    });
    return {
      tables: [
        {
          title: 'What everyday tasks take',
          heads: ['task', ...heads.flatMap((head) => (before ? [`${head} before`, 'now'] : [head]))],
          rows,
        },
      ],
      goals: goalsOf(now),
    };
  },
};
