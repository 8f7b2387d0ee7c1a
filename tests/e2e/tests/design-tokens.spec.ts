import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

const colorsOf = (page: Page): Promise<Record<'own' | 'antds', Record<string, string>>> =>
  page.evaluate(`(() => {
    const antd = document.querySelector('[class*="css-var-"]');
    if (!antd) throw new Error('nothing of antd is on this page');
    const names = [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .flatMap((rule) => (rule instanceof CSSStyleRule ? [...rule.style] : []))
      .filter((name) => /^--ui-(color|control)-/.test(name));
    const probe = document.body.appendChild(document.createElement('i'));
    const toShown = (color) => {
      probe.style.color = '';
      probe.style.color = color;
      return color === '' ? 'none' : getComputedStyle(probe).color;
    };
    const read = (element, prefix) =>
      Object.fromEntries(
        names.map((name) => [name, toShown(getComputedStyle(element).getPropertyValue(name.replace('--ui-', prefix)).trim())]),
      );
    return { own: read(document.documentElement, '--ui-'), antds: read(antd, '--ant-') };
  })()`);

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in the ${colorScheme} appearance`, () => {
    test.use({ colorScheme });

    test('The design tokens have the same colors as antd’s', async ({ page }) => {
      await page.goto('/register');
      await expect(page.getByRole('main').getByRole('button', { name: 'Register' })).toBeVisible();
      const { own, antds } = await colorsOf(page);
      expect(Object.keys(own).length).toBeGreaterThan(30);
      expect(own).toEqual(antds);
    });
  });
