import { chromium as browserType, type Browser, type Page } from '@playwright/test';
import { signInAs } from '@qr-attendance/e2e/support/sign-in-as';
import { chromium } from '@qr-attendance/tooling/chromium';
import pg from 'pg';
import type { Bench, Findings } from '../bench.ts';
import { prepareMarks, type PreparedMarks } from '../load/prepared-marks.ts';
import { countUnmarked, sendSteadily } from '../load/steady.ts';
import { formatMs } from '../measure/format.ts';
import { atMost } from '../measure/goals.ts';
import { percentile } from '../measure/statistics.ts';
import type { Lesson } from '../world/fill-campus.ts';
import { withCampus } from '../world/with-campus.ts';

const FULL = { students: 1_500, aSecond: 50 };
const SHORT = { students: 100, aSecond: 50 };
const LONGEST_TASK_MS = 50;
/**
 * Goal for the time from a key press to the next frame: two frames of 1/60 s, rounded to the 8-ms steps of Event
 * Timing.
 */
const KEY_TO_PICTURE_MS = 40;
const KEY_MS = 250;

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args: { name?: string };
}

const tasksOf = (trace: Buffer): { wallMs: number; ownMs: number }[] => {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(threadOf),
  );
  return traceEvents
    .filter((event) => event.ph === 'X' && event.name.endsWith('RunTask') && main.has(threadOf(event)))
    .map(({ dur = 0, tdur = dur }) => ({ wallMs: dur / 1_000, ownMs: tdur / 1_000 }));
};
const longestOf = (times: number[]): number => times.reduce((longest, ms) => Math.max(longest, ms), 0);

/** Records the time from each key press to the next frame (Event Timing, W3C). Runs in the page. */
const WATCH_KEYS = `{
  globalThis.interactions = [];
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') interactions.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 });
}`;

const nameStudents = async (databaseUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `UPDATE people SET name = 'Ståle ' || substr(md5(id::text), 1, 8) || ' Núñez',
                       usn = 'U' || substr(id::text, 1, 6), reg_no = 'R' || substr(id::text, 30)
      WHERE user_type = 'STUDENT'`,
  );
  await client.end();
};

const typeUntil = async (page: Page, isOver: () => boolean): Promise<number> => {
  const search = page.getByRole('searchbox').first();
  const press = (key: string) => page.keyboard.press(key, { delay: KEY_MS });
  let keys = 0;
  while (!isOver()) {
    await search.pressSequentially('nunez a', { delay: KEY_MS });
    await search.fill('');
    await page.locator('tr[data-index][tabindex="0"]').focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'l', 'e', 'Control+z', 'Control+z']) await press(key);
    keys += 15;
  }
  return keys;
};

const countOf = (count: number, of: number) => `${count.toLocaleString('en')} of ${of.toLocaleString('en')}`;

interface RosterMeasurement {
  written: number;
  pressed: number;
  drawn: number;
  tasks: { wallMs: number; ownMs: number }[];
  keys: number[];
}

const watchPage = async (
  browser: Browser,
  url: string,
  { lessons, marks }: PreparedMarks,
  { students, aSecond }: typeof FULL,
): Promise<RosterMeasurement> => {
  const [{ teacher, sessionId }] = lessons as [Lesson];
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1_440, height: 900 } });
  const page = await context.newPage();
  await signInAs(page, teacher);
  await page.goto(`/teacher/sessions/${sessionId}`);
  await page.getByText(countOf(0, students)).waitFor();
  await page.evaluate(WATCH_KEYS);
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', '__metadata'] });
  let isOver = false;
  const typing = typeUntil(page, () => isOver);
  const answers = await sendSteadily(url, marks, aSecond);
  isOver = true;
  const pressed = await typing;
  const written = answers.length - countUnmarked(answers);
  await page.getByText(countOf(written, students)).waitFor();
  const tasks = tasksOf(await browser.stopTracing());
  const slow = await page.evaluate<number[]>('interactions');
  // Event Timing omits durations below 16 ms.
  const keys = [...slow, ...Array.from({ length: Math.max(0, pressed - slow.length) }, () => 16)];
  const drawn = await page.locator('tr[data-index]').count();
  await context.close();
  return { written, pressed, drawn, tasks, keys };
};

const describe = (
  { written, pressed, drawn, tasks, keys }: RosterMeasurement,
  { students, aSecond }: typeof FULL,
): Findings => {
  const own = tasks.map(({ ownMs }) => ownMs);
  const longest = longestOf(own);
  const p95 = percentile(keys, 0.95);
  return {
    tables: [
      {
        title: `A roster of ${students} on the teacher's page, ${aSecond} marks a second`,
        heads: [
          'marks',
          'rows drawn',
          `tasks above ${LONGEST_TASK_MS} ms of work`,
          'longest task, ms of work',
          'longest by the clock',
          'keys pressed',
          'a key until its picture: p50, ms',
          'p95',
          'worst',
        ],
        rows: [
          [
            written,
            drawn,
            own.filter((ms) => ms > LONGEST_TASK_MS).length,
            formatMs(longest),
            formatMs(longestOf(tasks.map(({ wallMs }) => wallMs))),
            pressed,
            formatMs(percentile(keys, 0.5)),
            formatMs(p95),
            formatMs(longestOf(keys)),
          ],
        ],
      },
    ],
    goals: [
      atMost('longest task of the page, ms,', [longest], LONGEST_TASK_MS, formatMs),
      atMost('a key until its picture, p95, ms,', [p95], KEY_TO_PICTURE_MS, formatMs),
    ],
  };
};

export const roster: Bench = {
  name: 'roster',
  about: 'does the teacher’s page of a large hall answer at once while marks arrive?',
  run: async ({ short, log }) => {
    const size = short ? SHORT : FULL;
    return withCampus({ students: size.students, courses: 1 }, log, async (system, campus) => {
      await nameStudents(system.databases.attendance);
      const sitting = await prepareMarks(system, campus);
      const browser = await browserType.launch(chromium());
      const watched = watchPage(browser, system.url, sitting, size).finally(() => browser.close());
      return describe(await watched, size);
    });
  },
};
