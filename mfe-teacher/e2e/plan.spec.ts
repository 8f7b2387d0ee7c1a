import type { CalendarClass } from '@qr-attendance/contracts';
import { expect, signInAs, test } from '@qr-attendance/e2e/support/test';

const HOUR_MS = 3_600_000;

test('Mondays and Wednesdays of a term are planned with five clicks, and appear in the week view', async ({
  page,
  campus,
}) => {
  const teacher = await campus.teacher();
  const course = await campus.course(teacher);
  await signInAs(page, teacher);
  await page.goto('/teacher/week');
  let presses = 0;
  const press = async (name: string | RegExp, role: 'link' | 'checkbox' | 'button') => {
    await page.getByRole(role, { name }).first().click();
    presses += 1;
  };
  await press('Plan classes', 'link');
  await press('Mon', 'checkbox');
  await press('Wed', 'checkbox');
  await press(/^Plan \d+ classes$/, 'button');
  await expect(page.getByRole('heading', { name: 'My week' })).toBeVisible();
  // An earlier press on the dashboard opened the week.
  expect(presses + 1).toBeLessThanOrEqual(6);
  await page.getByRole('button', { name: 'Later' }).click();
  const change = page.getByRole('button', { name: `Change ${course.name}` });
  await expect(change).toHaveCount(2);

  await change.nth(1).click();
  await page.getByRole('button', { name: 'Cancel only this class' }).click();
  await expect(page.getByText('Canceled', { exact: true }).first()).toBeVisible();
  await expect(change).toHaveCount(1);
  const from = new Date(Date.now()).toISOString().slice(0, 10);
  const to = new Date(Date.now() + 20 * 24 * HOUR_MS).toISOString().slice(0, 10);
  const classes = await campus.call<CalendarClass[]>(
    'GET',
    `/api/calendar?from=${from}&to=${to}`,
    teacher.token,
  );
  expect(classes.filter(({ state }) => state === 'canceled')).toHaveLength(1);
});

test('the next class is started on the projector with one click', async ({ page, campus }) => {
  const teacher = await campus.teacher();
  const course = await campus.course(teacher);
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  await campus.session(teacher, course, { startTime: at(HOUR_MS / 6), endTime: at(HOUR_MS) });
  await signInAs(page, teacher);
  await page.goto('/teacher');
  await expect(page.getByText(/starts in \d+ minutes$/)).toBeVisible();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page).toHaveURL(/\/projector$/);
  await expect(page.getByText(`${new URL(page.url()).host}/go`)).toBeVisible();
});
