import type { CDPSession, Page } from '@playwright/test';
import { startLongClass } from '../support/long-class.ts';
import { expect, signInAs, test } from '../support/test.ts';
import { runningClass } from '../support/world.ts';

const STUDENTS = 1_500;
const MINUTE_MS = 60_000;
const HOURS = 3;
/** Each due timer fires once per step, so that all are handled before the next step. */
const STEP_MS = 5_000;
const CUT_EVERY_MS = 10 * MINUTE_MS;
const CUT_MS = MINUTE_MS;

interface Gauges {
  isSettled: () => Promise<void>;
  timers: Set<unknown>;
  openRequests: number;
}
type GaugedWindow = typeof globalThis & { gauges: Gauges; setRealTimeout: typeof setTimeout };

const keepRealTimeout = () =>
  void ((globalThis as unknown as GaugedWindow).setRealTimeout = setTimeout.bind(globalThis));

/** Counts timers and requests, and makes the time-outs of requests follow the page's clock. */
const installGauges = () => {
  const page = globalThis as unknown as GaugedWindow;
  const {
    setTimeout: set,
    clearTimeout: clear,
    setInterval: repeat,
    clearInterval: stop,
    fetch: send,
  } = page;
  const timers = new Set<unknown>();
  const gauges: Gauges = {
    timers,
    openRequests: 0,
    isSettled: async () => {
      do await new Promise((resolve) => page.setRealTimeout(resolve, 1));
      while (gauges.openRequests > 0);
    },
  };
  page.gauges = gauges;
  page.setTimeout = ((work: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => {
    const id: unknown = set(() => {
      timers.delete(id);
      work(...given);
    }, ms);
    timers.add(id);
    return id;
  }) as typeof setTimeout;
  page.setInterval = ((work: () => void, ms?: number) => {
    const id: unknown = repeat(work, ms);
    timers.add(id);
    return id;
  }) as typeof setInterval;
  page.clearTimeout = page.clearInterval = ((id: number) => {
    timers.delete(id);
    clear(id);
    stop(id);
  }) as typeof clearTimeout;
  AbortSignal.timeout = (ms) => {
    const over = new AbortController();
    set(() => over.abort(new DOMException('The limit has passed', 'TimeoutError')), ms);
    return over.signal;
  };
  page.fetch = async (...request) => {
    gauges.openRequests += 1;
    try {
      return await send(...request);
    } finally {
      gauges.openRequests -= 1;
    }
  };
};

const settle = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as GaugedWindow).gauges.isSettled());

const countTimers = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as GaugedWindow).gauges.timers.size);

const measure = async (page: Page, devTools: CDPSession) => {
  for (let round = 0; round < 3; round += 1) await devTools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devTools.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((value) => value.name === name)?.value ?? NaN;
  return {
    heapMB: Math.round(metric('JSHeapUsedSize') / 1e4) / 100,
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
    timers: await countTimers(page),
    openRequests: await page.evaluate(() => (globalThis as unknown as GaugedWindow).gauges.openRequests),
  };
};

test('A projector and a class page with 1,500 students use no more resources after three hours with interruptions', async ({
  browser,
  campus,
  url,
}, testInfo) => {
  // The test takes ten minutes on two busy cores.
  test.setTimeout(40 * MINUTE_MS);
  const world = await runningClass(campus);
  const long = await startLongClass(url, world, STUDENTS);
  const context = await browser.newContext({ baseURL: long.url });
  await context.addInitScript(keepRealTimeout);
  await context.clock.install({ time: long.now });
  await context.addInitScript(installGauges);
  const paths = [
    `/teacher/sessions/${world.session._id}/projector`,
    `/teacher/sessions/${world.session._id}`,
  ];
  const pages = await Promise.all(
    paths.map(async (path) => {
      const page = await context.newPage();
      await signInAs(page, world.teacher);
      await page.goto(path);
      return { page, devTools: await context.newCDPSession(page) };
    }),
  );
  for (const { page, devTools } of pages) {
    await devTools.send('Performance.enable');
    await expect(page.locator('[data-qr]').first()).toBeVisible();
  }
  const codes = () =>
    Promise.all(pages.map(({ page }) => page.locator('[data-qr]').first().getAttribute('data-qr')));

  let marked = 0;
  /** All students mark in the first minutes; after that, marks change. */
  const markSome = (count: number) => {
    for (let n = 0; n < count; n += 1) {
      long.mark(marked % STUDENTS);
      marked += 1;
    }
  };
  const step = async (ms: number) => {
    long.now += ms;
    await context.clock.fastForward(ms);
    await Promise.all(pages.map(({ page }) => settle(page)));
  };
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      if (!long.isCut) markSome(marked < STUDENTS ? 20 : 1);
      await step(STEP_MS);
    }
  };
  const passCycle = async (cut: number) => {
    await pass(CUT_EVERY_MS - CUT_MS);
    long.isCut = true;
    long.drop();
    // A laptop detects lost Wi-Fi, but not a lost uplink.
    await context.setOffline(cut % 2 === 0);
    const before = await codes();
    await pass(CUT_MS);
    const after = await codes();
    long.isCut = false;
    await context.setOffline(false);
    // The codes of the next windows were known in advance.
    for (const [index, code] of after.entries()) expect(code).not.toBe(before[index]);
  };
  const measureAll = async () => {
    await pass(2 * MINUTE_MS);
    await expect.poll(() => long.countStreams()).toBe(2);
    await expect.poll(() => long.countOpenRequests()).toBe(0);
    const gauges = await Promise.all(pages.map(({ page, devTools }) => measure(page, devTools)));
    // A response leaves timers of two seconds behind, so the lowest count within 15 seconds is used.
    const timers = gauges.map((gauge) => gauge.timers);
    for (let second = 0; second < 15; second += 1) {
      await step(1_000);
      for (const [index, { page }] of pages.entries())
        timers[index] = Math.min(timers[index]!, await countTimers(page));
    }
    return gauges.map((gauge, index) => ({ ...gauge, timers: timers[index]! }));
  };

  const cycles = (HOURS * 60 * MINUTE_MS) / CUT_EVERY_MS;
  await passCycle(0);
  await passCycle(1);
  const beginning = await measureAll();
  for (let cut = 2; cut < cycles; cut += 1) await passCycle(cut);
  const end = await measureAll();
  await expect(pages[0]!.page.getByText('1,500 of 1,500')).toBeVisible();

  const figures = JSON.stringify({ requests: long.countRequests(), beginning, end }, undefined, 2);
  testInfo.annotations.push({ type: 'three hours', description: figures });
  await testInfo.attach('three-hours.json', { body: figures, contentType: 'application/json' });
  for (const [index, before] of beginning.entries()) {
    const after = end[index]!;
    expect.soft(after.openRequests, figures).toBe(before.openRequests);
    expect.soft(Math.abs(after.timers - before.timers), figures).toBeLessThanOrEqual(3);
    expect.soft(after.listeners / before.listeners, figures).toBeLessThanOrEqual(1.02);
    expect.soft(after.nodes / before.nodes, figures).toBeLessThanOrEqual(1.02);
    expect.soft(after.heapMB / before.heapMB, figures).toBeLessThanOrEqual(1.1);
  }
  await context.close();
  await long.close();
});
