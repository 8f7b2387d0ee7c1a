import type { Page } from '@playwright/test';
import type { AttendanceRecord } from '@qr-attendance/contracts';
import { enterPin } from '../support/forms.ts';
import { expect, signInAs, test } from '../support/test.ts';
import { runningClass } from '../support/world.ts';

test('A response in an unknown format is not requested again, and the page offers a reload', async ({
  page,
  markedClass,
}) => {
  await signInAs(page, markedClass.student);
  let asked = 0;
  await page.route('**/api/analytics/summary', (route) => {
    asked += 1;
    return route.fulfill({ json: { of: 'a later release' } });
  });
  await page.goto('/student');
  await expect(page.getByText('This page is out of date.').first()).toBeVisible();
  expect(asked).toBe(1);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).first().click();
  await expect(page.getByText('Total Courses')).toBeVisible();
  await expect(page.getByText('This page is out of date.')).toHaveCount(0);
});

test('A sign-in response in an unknown format offers a reload and keeps the token', async ({
  page,
  markedClass,
}) => {
  await signInAs(page, markedClass.student);
  await page.route('**/api/auth/me', (route) => route.fulfill({ json: { of: 'a later release' } }));
  await page.goto('/student');
  await expect(page.getByText('This page is out of date.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

test('A recorded mark is not reported as pending', async ({ page, campus }) => {
  const world = await runningClass(campus, { preferences: { requirePin: true } });
  await signInAs(page, world.student);
  let sent = 0;
  await page.route('**/api/attendance', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    sent += 1;
    const { status } = { status: (await route.fetch()).status() };
    await route.fulfill({ status, json: { of: 'a later release' } });
  });
  await page.goto(world.scanned);
  await enterPin(page);
  await page.getByRole('button', { name: 'Mark My Attendance' }).click();
  await expect(page.getByRole('heading', { name: 'Attendance Marked!' })).toBeVisible();
  await expect(page.getByText('This page is out of date.')).toBeVisible();
  await expect(page.getByText('Not confirmed yet')).toHaveCount(0);
  const path = `/api/attendance?sessionId=${world.session._id}`;
  expect(await campus.call<AttendanceRecord[]>('GET', path, world.teacher.token)).toHaveLength(1);
  expect(sent).toBe(1);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText(/marked present/i).first()).toBeVisible();
});

test.describe('a page that stayed open while its release was replaced', () => {
  /** Simulates a server that only has the next release. */
  const removeScripts = (page: Page, isRemoved: (method: string) => boolean) =>
    page.route(/\/assets\/.*\.js$/, (route) =>
      isRemoved(route.request().method()) ? route.fulfill({ status: 404, json: {} }) : route.continue(),
    );
  const countLoads = (page: Page) => {
    const loads: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads.push(request.url());
    });
    return loads;
  };

  test('reloads itself when a script is missing', async ({ page, markedClass }) => {
    await signInAs(page, markedClass.student);
    await page.goto('/student');
    await expect(page.getByText('Total Courses')).toBeVisible();
    const loads = countLoads(page);
    let isReplaced = true;
    await removeScripts(page, () => isReplaced);
    await page.route('**/student/reports', async (route) => {
      // From now on the server has the complete next release.
      isReplaced = false;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Reports' }).first().click();
    await expect(page.getByRole('heading', { name: 'My Reports' })).toBeVisible();
    expect(loads).toHaveLength(1);
  });

  test('does not reload itself while its release is served', async ({ page, markedClass }) => {
    await signInAs(page, markedClass.student);
    await page.goto('/student');
    await expect(page.getByText('Total Courses')).toBeVisible();
    const loads = countLoads(page);
    await removeScripts(page, (method) => method === 'GET');
    await page.getByRole('link', { name: 'Reports' }).first().click();
    await expect(page.getByText('This area is unavailable right now')).toBeVisible();
    expect(loads).toEqual([]);
  });
});
