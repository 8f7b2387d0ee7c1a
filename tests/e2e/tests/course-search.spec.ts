import type { Course } from '@qr-attendance/contracts';
import { expect, signInAs, test } from '../support/test.ts';

const AVAILABLE = '**/api/courses/available/all?*';
const searchIn = (url: string) => new URL(url).searchParams.get('search');

test('The course search loads results page by page, and shows the results of the last query', async ({
  page,
  campus,
}) => {
  const teacher = await campus.teacher();
  for (let number = 0; number < 12; number += 1)
    await campus.call<Course>('POST', '/api/courses', teacher.token, {
      name: `Zoölogy ${number}`,
      code: `ZOO${number}-${teacher.id.slice(0, 6)}`,
      semester: 1,
    });
  await signInAs(page, await campus.student());
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/available/all')) asked.push(request.url());
  });
  // The first search is answered after the second search.
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  await page.route(AVAILABLE, async (route) => {
    if (searchIn(route.request().url()) === 'zoology 3') await gate;
    await route.continue().catch(() => undefined);
  });

  await page.goto('/student/enroll');
  const box = page.getByRole('searchbox', { name: 'Search' });
  await box.fill('zoology 3');
  await expect.poll(() => asked.some((url) => searchIn(url) === 'zoology 3')).toBe(true);
  await box.fill(`zoology 7 ${teacher.id.slice(0, 6)}`);
  const enrollButton = page.getByRole('button', { name: 'Enroll in Zoölogy 7' });
  await expect(enrollButton).toHaveCount(1);
  release();
  await expect(page.getByRole('button', { name: /^Enroll in / })).toHaveCount(1);
  await expect(enrollButton).toHaveCount(1);
  await expect(box).toBeFocused();

  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
  for (const url of asked) expect(Number(new URL(url).searchParams.get('limit'))).toBeLessThanOrEqual(48);
  expect(asked.filter((url) => new URL(url).searchParams.has('cursor'))).toEqual([]);

  await page.context().setOffline(true);
  await box.fill('zoology 9');
  await expect(page.getByText(/offline|not connected|no connection/i).first()).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('button', { name: 'Enroll in Zoölogy 9' }).first()).toBeVisible();
});
