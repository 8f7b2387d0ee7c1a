import type { Page } from '@playwright/test';
import { findViolations } from '../support/find-violations.ts';
import { productPages, viewerOf } from '../support/pages.ts';
import { expect, expectToFit, signInAs, test, watchConsole } from '../support/test.ts';
import { freshScan } from '../support/world.ts';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];
const desktop = { width: 1280, height: 800 };
const phone = { width: 360, height: 740 };
type Look = [colorScheme: 'light' | 'dark', viewport: { width: number; height: number }];
/** Color schemes and widths that `npm test` covers. The full run covers all widths in both color schemes. */
const looks: Look[] = [
  ['light', desktop],
  ['dark', phone],
];
const widths = [
  desktop,
  phone,
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];
const everyLook = (['light', 'dark'] as const).flatMap((colorScheme) =>
  widths.map((viewport): Look => [colorScheme, viewport]),
);

const findAmbiguousLinks = async (page: Page): Promise<string[]> => {
  const links = await page.locator('a[href]:visible').evaluateAll((all) =>
    all.map((link) => ({
      name: (link.getAttribute('aria-label') ?? link.textContent ?? '').trim(),
      to: link.getAttribute('href') ?? '',
    })),
  );
  const places = new Map<string, Set<string>>();
  for (const { name, to } of links) places.set(name, (places.get(name) ?? new Set()).add(to));
  return [...places].filter(([, to]) => to.size > 1).map(([name, to]) => `${name}: ${[...to].join(', ')}`);
};

for (const productPage of productPages)
  test(`${productPage.route} meets WCAG 2.2 AA, fits its window and logs no error in light and dark, on desktop and phone`, async ({
    page,
    campus,
    markedClass,
    admin,
  }, { config }) => {
    const world = { ...markedClass, scanned: await freshScan(campus, markedClass) };
    const viewer = viewerOf(productPage);
    if (viewer) await signInAs(page, viewer === 'admin' ? admin : world[viewer]);
    const complaints = watchConsole(page);
    await page.setViewportSize(desktop);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(productPage.path(world));
    await expect(page.getByRole('heading', { name: productPage.heading(world) }).first()).toBeVisible();
    await page.waitForLoadState('load');
    await expect(page.locator('#root[data-first-page]')).toHaveCount(0);
    await expect(page.locator('.ui-skeleton')).toHaveCount(0);
    const isFull = config.metadata['everyLook'] === true;
    for (const [colorScheme, viewport] of isFull ? everyLook : looks)
      await test.step(`${colorScheme}, ${viewport.width} px wide`, async () => {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme);
        expect(await findViolations(page, WCAG)).toEqual([]);
        await expectToFit(page);
        expect(await findAmbiguousLinks(page)).toEqual([]);
      });
    expect(complaints).toEqual([]);
  });
