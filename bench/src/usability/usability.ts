import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium as browserType, type Page } from '@playwright/test';
import { chromium } from '@qr-attendance/tooling/chromium';
import type { Bench, Goal } from '../bench.ts';
import { startWorld } from '../world/start-world.ts';
import { journeys, tasks, type Given, type Journeys, type Task } from './journeys.ts';
import type { Effort } from './pace.ts';
import { playJourney } from './person.ts';
import { prepareJourney } from './prepare-journey.ts';
import { createScene, type Stage } from './scene.ts';

/** Design goals; for undoing, presses count after the session is on the screen. */
const MAX_PRESSES: Partial<Record<Task, number>> = {
  ownCamera: 1,
  inApp: 2,
  newStudent: 8,
  scheduled: 1,
  unplanned: 3,
  markMany: 13,
  correct: 1,
  undoMark: 2,
  file: 2,
  print: 2,
  undo: 3,
};

type Efforts = Partial<Record<Task, Effort>>;
const names = Object.keys(tasks) as Task[];

const playOne = async (
  page: Page,
  task: Task,
  steps: Journeys[Task],
  given: Given,
  log: (text: string) => void,
) => {
  try {
    const effort = await playJourney(page, (person) => steps(person, given));
    log(`${task}: ${effort.presses} presses, ${effort.fields} fields, ${effort.seconds.toFixed(1)} s`);
    return effort;
  } catch (error) {
    await page.screenshot({ path: `.data/bench/usability-${task}.png` });
    throw error;
  }
};

const playAll = async (log: (text: string) => void): Promise<Efforts> => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-usability-'));
  const system = await startWorld();
  const browser = await browserType.launch(chromium());
  const stage: Stage = { url: system.url, browser, film: join(folder, 'camera.y4m') };
  const scene = createScene(stage);
  try {
    const efforts: Efforts = {};
    for (const task of names) {
      const { page, given } = await prepareJourney(scene, task);
      efforts[task] = await playOne(page, task, journeys[task], given, log);
      await page.close();
    }
    return efforts;
  } finally {
    await browser.close();
    await system.stop();
    await rm(folder, { recursive: true });
  }
};

const goalsOf = (now: Efforts): Goal[] =>
  Object.entries(MAX_PRESSES).map(([task, most]) => {
    const presses = now[task as Task]?.presses ?? Infinity;
    return { goal: `${task}: at most ${most} presses`, found: `${presses}`, met: presses <= most };
  });

export const usability: Bench = {
  name: 'usability',
  about: 'how many presses, typed fields and seconds do everyday tasks take?',
  run: async ({ log }) => {
    const efforts = await playAll(log);
    return {
      tables: [
        {
          title: 'What everyday tasks take',
          heads: ['task', 'presses', 'typed fields', 'seconds'],
          rows: names.map((task) => {
            const { presses = NaN, fields = NaN, seconds = NaN } = efforts[task] ?? {};
            return [tasks[task], presses, fields, seconds.toFixed(0)];
          }),
        },
      ],
      goals: goalsOf(efforts),
    };
  },
};
