import { expect, test } from '../support/test.ts';

const block = (what: string): string => `
  for (const name of ${JSON.stringify(what.split(' '))})
    Object.defineProperty(window, name, {
      get() { throw new DOMException('Access is denied for this document.', 'SecurityError'); },
    });
`;

for (const blocked of ['localStorage', 'sessionStorage', 'localStorage sessionStorage indexedDB'])
  test(`A browser that blocks ${blocked.replaceAll(' ', ' and ')} shows what the page needs`, async ({
    page,
  }) => {
    await page.addInitScript(block(blocked));
    for (const path of ['/', '/student', '/attendance/ABCD2345']) {
      await page.goto(path);
      await expect(
        page.getByRole('heading', { name: 'This site needs to keep data in your browser' }),
      ).toBeVisible();
      await expect(page.getByText('Allow cookies and site data')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
    }
  });

test('An error before the app starts does not prevent the start', async ({ page }) => {
  // The inline script reads the color scheme before the app starts.
  await page.addInitScript(`
    const { matchMedia } = window;
    window.matchMedia = () => { throw new Error('broken by an extension'); };
    addEventListener('DOMContentLoaded', () => { window.matchMedia = matchMedia; });
  `);
  await page.goto('/login');
  await expect(page.locator('#root').getByRole('heading', { name: 'Login' })).toBeVisible();
});
