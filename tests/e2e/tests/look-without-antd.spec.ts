import type { Page } from '@playwright/test';
import { expect, signInAs, test } from '../support/test.ts';

const SEEN = [
  'background-color',
  'border-block-start-color',
  'border-block-start-style',
  'border-block-start-width',
  'border-start-start-radius',
  'box-shadow',
  'color',
  'cursor',
  'font-family',
  'font-size',
  'font-weight',
  'height',
  'opacity',
  'padding-inline-start',
  'text-decoration-line',
];

type Look = Record<string, string>;

const looksOf = async (page: Page, selector: string): Promise<{ atRest: Look; hovered: Look }> => {
  const look = (): Promise<Look> =>
    page.evaluate(`(() => {
      const [button, ...others] = document.querySelectorAll(${JSON.stringify(selector)});
      if (!button || others.length > 0) throw new Error('found ' + (button ? others.length + 1 : 0));
      // Changes that are under way count as done.
      for (const change of button.getAnimations()) change.finish();
      const style = getComputedStyle(button);
      return Object.fromEntries(${JSON.stringify(SEEN)}.map((name) => [name, style.getPropertyValue(name)]));
    })()`);
  await page.mouse.move(0, 0);
  const atRest = await look();
  await page.locator(selector).hover();
  return { atRest, hovered: await look() };
};

const colorsOf = (page: Page): Promise<{ own: Look; antds: Look }> =>
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

    test('Buttons drawn without antd look like antd’s', async ({ page, markedClass }) => {
      await page.goto('/register');
      await expect(page.getByRole('main').getByRole('button', { name: 'Register' })).toBeVisible();
      const largeOfAntd = await looksOf(page, 'main button[type="submit"]');
      await page.goto('/login');
      await expect(page.getByRole('main').getByRole('button', { name: 'Login' })).toBeVisible();
      expect(await looksOf(page, 'main button[type="submit"]')).toEqual(largeOfAntd);

      await signInAs(page, markedClass.teacher);
      await page.goto('/account');
      await expect(page.getByRole('button', { name: 'Delete my account…' })).toBeVisible();
      // Each button is placed beside its counterpart, so that both have the same background and font.
      await page.evaluate(`for (const [antds, own] of [
        ['ant-btn-primary', 'ui-button-primary'],
        ['ant-btn-default:not(.ant-btn-dangerous)', 'ui-button-default'],
        ['ant-btn-dangerous', 'ui-button-default ui-button-danger'],
      ]) {
        const twin = document.querySelector('main .' + antds);
        twin.id = 'antd-' + own.split('-').at(-1);
        twin.insertAdjacentHTML('afterend', '<button type="button">x</button>');
        twin.nextSibling.id = 'own-' + own.split('-').at(-1);
        twin.nextSibling.className = 'ui-button ' + own;
      }`);
      for (const kind of ['primary', 'default', 'danger'])
        await test.step(kind, async () => {
          expect(await looksOf(page, `#own-${kind}`)).toEqual(await looksOf(page, `#antd-${kind}`));
        });
    });
  });
