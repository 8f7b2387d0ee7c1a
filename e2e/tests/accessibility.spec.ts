import { AxeBuilder } from '@axe-core/playwright';
import { productPages, viewerOf } from '../support/pages.ts';
import { expect, overflowOf, signInAs, test, watchConsole } from '../support/test.ts';
import { FULL_ONLY } from '../support/tiers.ts';
import { freshScan } from '../support/world.ts';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];
const looks = [
  ['light on a desktop', 'light', { width: 1280, height: 800 }, []],
  ['dark on a phone', 'dark', { width: 360, height: 740 }, []],
  // Each color scheme and each width is among those above already.
  ['light on a phone', 'light', { width: 360, height: 740 }, [FULL_ONLY]],
  ['dark on a desktop', 'dark', { width: 1280, height: 800 }, [FULL_ONLY]],
] as const;

for (const [look, colorScheme, viewport, tag] of looks)
  test.describe(look, { tag: [...tag] }, () => {
    test.use({ colorScheme, viewport, reducedMotion: 'reduce' } as object);
    for (const productPage of productPages)
      test(`${productPage.route} meets WCAG 2.2 AA, fits, and complains of nothing`, async ({
        page,
        campus,
        markedClass,
        admin,
      }) => {
        const world = { ...markedClass, scanned: await freshScan(campus, markedClass) };
        const viewer = viewerOf(productPage);
        if (viewer) await signInAs(page, viewer === 'admin' ? admin : world[viewer]);
        const complaints = watchConsole(page);
        await page.goto(productPage.path(world));
        await expect(page.getByRole('heading', { name: productPage.heading(world) }).first()).toBeVisible();
        await page.waitForLoadState('load');
        await expect(page.locator('.ant-skeleton')).toHaveCount(0);
        const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze();
        const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' | ')}`);
        expect(told).toEqual([]);
        expect(await overflowOf(page)).toBeLessThanOrEqual(0);
        expect(complaints).toEqual([]);
      });
  });
