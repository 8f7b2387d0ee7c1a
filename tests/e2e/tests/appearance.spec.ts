import type { Page } from '@playwright/test';
import { controlStates, findDimControls, type ControlState } from '../support/find-dim-controls.ts';
import { productPages, viewerOf, type ProductPage } from '../support/pages.ts';
import { expect, expectToFit, signInAs, test } from '../support/test.ts';
import { freshScan, type World } from '../support/world.ts';

const desktop = { width: 1280, height: 800 };
/** A4 minus margins of one centimeter, in CSS pixels. */
const paper = { width: 718, height: 1046 };
const states = Object.keys(controlStates) as ControlState[];

const hasHugeTitle = ({ route }: ProductPage) => route === '/' || route.endsWith('/projector');

const sizesOf = (page: Page, heading: string): Promise<string[]> =>
  page.evaluate(
    `[...document.querySelectorAll('main :is(${heading}), dialog :is(${heading})')]
      .map((element) => getComputedStyle(element).fontSize + ' ' + element.textContent)`,
  );
const notOf = (sizes: string[], allowed: string[]) =>
  sizes.filter((size) => !allowed.some((one) => size.startsWith(`${one} `)));

for (const productPage of productPages)
  test(`${productPage.route} has headings of one scale, and controls with enough contrast in each state`, async ({
    page,
    campus,
    markedClass,
    admin,
  }) => {
    const world = { ...markedClass, scanned: await freshScan(campus, markedClass) };
    const viewer = viewerOf(productPage);
    if (viewer) await signInAs(page, viewer === 'admin' ? admin : world[viewer]);
    await page.setViewportSize(desktop);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(productPage.path(world));
    await expect(page.getByRole('heading', { name: productPage.heading(world) }).first()).toBeVisible();
    await expect(page.locator('.ui-skeleton')).toHaveCount(0);
    for (const colorScheme of ['light', 'dark'] as const)
      await test.step(colorScheme, async () => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme);
        // The title of the class cockpit is smaller, because the roster needs the space.
        const titles = productPage.route === '/teacher/sessions/:sessionId' ? ['20px'] : ['26px'];
        if (!hasHugeTitle(productPage)) expect(notOf(await sizesOf(page, 'h1'), titles)).toEqual([]);
        expect(notOf(await sizesOf(page, 'h2, h3'), ['16px', '15px'])).toEqual([]);
        for (const state of states)
          await test.step(state, async () => expect(await findDimControls(page, state)).toEqual([]));
      });
  });

test('The options of an open list have enough contrast in light and dark', async ({ page, markedClass }) => {
  await signInAs(page, markedClass.teacher);
  await page.goto('/teacher/sessions');
  await page.getByRole('combobox', { name: 'Status' }).click();
  await expect(page.locator('.ant-select-item-option-selected')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme);
    for (const state of states) expect(await findDimControls(page, state)).toEqual([]);
  }
});

const WATCH_LAYOUT_SHIFT = `
  globalThis.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) globalThis.layoutShift += value;
  }).observe({ type: 'layout-shift', buffered: true });`;
const READ_LAYOUT_SHIFT = `new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => done(globalThis.layoutShift))))`;

test('The account page does not shift while slow responses arrive, on desktop and phone', async ({
  page,
  markedClass,
}) => {
  await signInAs(page, markedClass.teacher);
  await page.addInitScript(WATCH_LAYOUT_SHIFT);
  // Answers after the page has rendered its loading state.
  await page.route('**/api/auth/me', async (route) => {
    await page.getByRole('banner').waitFor();
    await page.evaluate(READ_LAYOUT_SHIFT);
    await route.continue();
  });
  for (const viewport of [desktop, { width: 390, height: 844 }]) {
    await page.setViewportSize(viewport);
    await page.goto('/account');
    await expect(page.getByRole('heading', { name: 'Delete my account' })).toBeVisible();
    await expect(page.getByRole('navigation').getByRole('link').first()).toBeVisible();
    const shift = await page.evaluate<number>(READ_LAYOUT_SHIFT);
    expect(shift).toBeLessThan(0.02);
  }
});

const BROKEN_WORDS = String.raw`[...document.querySelectorAll('table td, table th')].flatMap((cell) => {
  const broken = [];
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    for (const { 0: word, index } of node.textContent.matchAll(/[\p{L}\p{N}]+/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (word.length <= 24 && lines.size > 1) broken.push(word);
    }
  return broken;
})`;

const lists: [string, 'teacher' | 'student' | 'admin', (world: World) => string][] = [
  ['sessions', 'teacher', () => '/teacher/sessions'],
  ['reports', 'teacher', () => '/teacher/reports'],
  ['roster', 'teacher', ({ session }) => `/teacher/sessions/${session._id}`],
  ['course', 'teacher', ({ course }) => `/teacher/courses/${course._id}`],
  ['history', 'student', () => '/student/history'],
  ['reports of a student', 'student', () => '/student/reports'],
  ['people', 'admin', () => '/admin/people'],
];

for (const [name, viewer, path] of lists) {
  test(`The table of ${name} prints with readable columns and without controls`, async ({
    page,
    markedClass,
    admin,
  }) => {
    await signInAs(page, viewer === 'admin' ? admin : markedClass[viewer]);
    await page.setViewportSize(desktop);
    await page.goto(path(markedClass));
    await expect(page.locator('table').first()).toBeVisible();
    await expect(page.locator('.ui-skeleton')).toHaveCount(0);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize(paper);
    await expect(page.locator('table').first()).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    // Excludes sortable column headers, which are printed as headers.
    await expect(page.locator('main button:visible:not(th *)')).toHaveCount(0);
    expect(await page.evaluate(BROKEN_WORDS)).toEqual([]);
    await expectToFit(page);
  });

  // The roster has its own row layout.
  if (name === 'roster') continue;
  test(`A row of ${name} takes two lines on a phone, without horizontal scrolling`, async ({
    page,
    markedClass,
    admin,
  }) => {
    await signInAs(page, viewer === 'admin' ? admin : markedClass[viewer]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path(markedClass));
    const rows = page.locator('.two-line-rows > li');
    await expect(rows.first()).toBeVisible();
    await expect(rows.locator('..').first()).toHaveCSS('border-top-style', 'solid');
    const lines = await rows.evaluateAll((all) => all.map(({ childElementCount }) => childElementCount));
    expect(Math.max(...lines)).toBeLessThanOrEqual(2);
    await expectToFit(page);
  });
}
