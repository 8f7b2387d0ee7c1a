import type { Page } from '@playwright/test';
import { budgets, KB, watchTransfers, weightOf, type Transfer } from '@qr-attendance/tooling/page-weight';
import { expect, signInAs, test } from '../support/test.ts';
import { runningClass } from '../support/world.ts';

/** Opens a page with an empty cache and waits until it has loaded. @returns its scripts, largest first */
const scriptsOf = async (page: Page, path: string, control: string): Promise<Transfer[]> => {
  const transfersOf = watchTransfers(page);
  await page.goto(path);
  await expect(page.getByRole('main').getByRole('button', { name: control })).toBeVisible();
  await page.waitForLoadState('networkidle');
  return (await transfersOf()).filter(({ isScript }) => isScript);
};

const show = ({ path, bytes }: Transfer): string => `${(bytes / KB).toFixed(1)} KB ${path}`;
const expectWithin = (scripts: Transfer[], budget: number): void => {
  const weight = weightOf(scripts);
  const description = `${(weight / KB).toFixed(1)} KB of JavaScript in ${scripts.length} files:\n${scripts.map(show).join('\n')}`;
  expect(weight, description).toBeGreaterThan(100 * KB);
  expect(weight, description).toBeLessThanOrEqual(budget);
};

const sourcesOf = async (page: Page, scripts: Transfer[]): Promise<string[]> => {
  const maps = scripts.map(async ({ path }) => {
    const answer = await page.request.get(`${path}.map`);
    return ((await answer.json()) as { sources: string[] }).sources;
  });
  return (await Promise.all(maps)).flat();
};
/** Components with styles; antd's texts and contexts have none. */
const HEAVY =
  /node_modules\/(apexcharts|html5-qrcode|qrcode|@rc-component\/(form|input|menu|picker|select|table|tabs|trigger)\/es\/(?!locale)|antd\/es\/(alert|card|date-picker|form|input|modal|select|table|tag)\/style)\//;

test.describe('The transferred JavaScript of a page', () => {
  test.beforeEach(async ({ page }) => {
    // Disables the sampling of web vitals, like in nine of ten page loads.
    await page.addInitScript(() => {
      Math.random = () => 0.99;
    });
  });

  test('of the landing page stays within its budget', async ({ page }) => {
    const transfersOf = watchTransfers(page);
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expectWithin(
      (await transfersOf()).filter(({ isScript }) => isScript),
      budgets.home,
    );
  });

  test('of the sign-in page stays within its budget', async ({ page }) => {
    expectWithin(await scriptsOf(page, '/login', 'Login'), budgets.signIn);
  });

  for (const [what, preferences, control] of [
    ['marking', {}, 'Mark My Attendance'],
    ['marking with a PIN', { requirePin: true }, 'Mark My Attendance'],
  ] as const)
    test(what, async ({ page, campus }) => {
      const { student, scanned } = await runningClass(campus, { preferences });
      await signInAs(page, student);
      const scripts = await scriptsOf(page, scanned, control);
      expectWithin(scripts, budgets.marking);
      expect((await sourcesOf(page, scripts)).filter((source) => HEAVY.test(source))).toEqual([]);
    });

  test('of the scan page stays within its budget', async ({ page, campus }) => {
    await signInAs(page, await campus.student());
    const scripts = await scriptsOf(page, '/student/scan', 'Start Scanning');
    expectWithin(scripts, budgets.scan);
    expect((await sourcesOf(page, scripts)).filter((source) => HEAVY.test(source))).toEqual([]);
  });

  test('includes the chart library on pages with charts', async ({ page, markedClass }) => {
    await signInAs(page, markedClass.teacher);
    const transfersOf = watchTransfers(page);
    await page.goto('/teacher');
    await expect(page.getByRole('heading', { name: 'Weekly Attendance Percentage' })).toBeVisible();
    await expect
      .poll(async () => {
        const scripts = (await transfersOf()).filter(({ isScript }) => isScript);
        return (await sourcesOf(page, scripts)).some((source) => /\/apexcharts\//.test(source));
      })
      .toBe(true);
  });
});

test('Hashed files are compressed with the highest quality and cached for a year', async ({ page }) => {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => /\/assets\/packages\.[0-9a-f]{8}\.js$/.test(response.url())),
    page.goto('/'),
  ]);
  const headers = await answer.allHeaders();
  expect(headers['content-encoding']).toBe('br');
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const { responseBodySize } = await answer.request().sizes();
  const whole = (await answer.body()).length;
  // With compression at a quality that is affordable per request, the ratio would be 0.295.
  expect(responseBodySize / whole).toBeLessThan(0.28);
});
