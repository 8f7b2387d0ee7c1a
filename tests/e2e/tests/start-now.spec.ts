import { expect, expectToFit, signInAs, test } from '../support/test.ts';

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;

test('The class of the current hour is started from the dashboard with one click and can then be opened', async ({
  page,
  campus,
}) => {
  const teacher = await campus.teacher();
  const [course, other] = [await campus.course(teacher), await campus.course(teacher)];
  await campus.call('PATCH', `/api/courses/${course._id}`, teacher.token, {
    sessionDefaults: { lateAfterMinutes: 7 },
  });
  const lastWeek = Math.floor((Date.now() - WEEK_MS) / MINUTE_MS) * MINUTE_MS;
  await campus.session(teacher, course, {
    date: new Date(lastWeek).toISOString().slice(0, 10),
    startTime: new Date(lastWeek).toISOString(),
    endTime: new Date(lastWeek + 50 * MINUTE_MS).toISOString(),
  });
  await signInAs(page, teacher);
  const start = page.getByRole('button', { name: `Start ${course.code} now` });
  await expect(async () => {
    await page.goto('/teacher');
    await expect(start).toBeVisible({ timeout: 5_000 });
    await expect(page.getByText(/Late after 7 minutes/)).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expect(page.getByRole('button', { name: `Start ${other.code} now` })).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectToFit(page);

  await start.click();
  await expect(page).toHaveURL(/\/teacher\/sessions\/[0-9a-f]{24}$/);
  // On a phone the page starts with the roster.
  await page.getByRole('button', { name: 'Code and details' }).click();
  await expect(page.locator('[data-qr]').first()).toBeVisible();
  await expect(page.getByText('Late from')).toBeVisible();

  await page.goto('/teacher');
  await expect(page.getByText(`${course.code} has been running since`)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open class' })).toBeVisible();
  await expect(start).toHaveCount(0);
});
