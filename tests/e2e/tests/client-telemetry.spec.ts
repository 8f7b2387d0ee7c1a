import { expect, test } from '../support/test.ts';

test('An error in a browser is reported by a script that loads after the page', async ({ browser, url }) => {
  const page = await (await browser.newContext({ baseURL: url })).newPage();
  await page.addInitScript(() => {
    Math.random = () => 0;
  });
  await page.goto('/login');
  await expect(page.getByRole('heading').first()).toBeVisible();
  const reported = page.waitForResponse((response) => response.url() === `${url}/api/reports`);
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('meant');
    });
  });
  const response = await reported;
  expect(response.status()).toBe(204);
  expect(response.request().method()).toBe('POST');
  expect(await response.request().headerValue('authorization')).toBeNull();

  const late = await page.evaluate<number>(`
    const { loadEventEnd } = performance.getEntriesByType('navigation')[0];
    performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime >= loadEventEnd).length;
  `);
  expect(late).toBeGreaterThan(0);
  await page.context().close();
});
