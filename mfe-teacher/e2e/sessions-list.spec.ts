import { expect, signInAs, test } from '@qr-attendance/e2e/support/test';
import { runningClass } from '@qr-attendance/e2e/support/world';

const DAY_MS = 86_400_000;
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);

test('24 planned classes hide neither the running nor the past class, and the URL keeps the date filter', async ({
  page,
  campus,
}) => {
  const { teacher, course, student, session: past } = await runningClass(campus);
  const { ticket } = await campus.scan(student, past.qrCode ?? '');
  await campus.mark(student, { ticket });
  await campus.call('PATCH', `/api/sessions/${past._id}`, teacher.token, { active: false });
  await campus.session(teacher, course);
  const weekly = Array.from({ length: 24 }, (_, week) => Date.now() + (week + 1) * 7 * DAY_MS);
  for (const start of weekly)
    await campus.session(teacher, course, { startTime: new Date(start).toISOString() });

  await signInAs(page, teacher);
  await page.goto('/teacher/sessions');
  const group = (name: string) => page.getByRole('region', { name: new RegExp(`^${name} `) });
  const rows = (name: string) => group(name).getByRole('row');
  await expect(group('Running')).toBeInViewport();
  await expect(rows('Running')).toHaveCount(2);
  // The next five planned sessions, nearest first, below the sessions that ended today.
  await expect(rows('Upcoming')).toHaveCount(6);
  await expect(rows('Today').getByRole('cell', { name: '1', exact: true })).toHaveCount(1);
  await expect(rows('Today').filter({ hasText: 'Inactive' })).toHaveCount(1);
  await group('Upcoming').getByRole('button', { name: 'Load more' }).click();
  await expect(rows('Upcoming')).toHaveCount(25);

  await page.getByLabel('From', { exact: true }).fill(dayOf(weekly[9] ?? 0));
  await page.keyboard.press('Enter');
  await expect(group('Running')).toHaveCount(0);
  await expect(rows('Upcoming')).toHaveCount(6);
  await page.getByLabel('To', { exact: true }).fill(dayOf(weekly[10] ?? 0));
  await page.keyboard.press('Enter');
  await expect(rows('Upcoming')).toHaveCount(3);
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/);
  await page.reload();
  await expect(rows('Upcoming')).toHaveCount(3);
});

test('Enter in a time field of the edit drawer confirms the time without saving the form', async ({
  page,
  campus,
}) => {
  const { teacher, session } = await runningClass(campus);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.url());
  });
  await signInAs(page, teacher);
  await page.goto(`/teacher/sessions/${session._id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  const drawer = page.getByRole('dialog');
  const end = drawer.getByLabel('End Time');
  await end.fill('2359');
  await end.press('Enter');
  await expect(end).toHaveValue('23:59');
  await expect(drawer).toBeVisible();
  expect(sent).toEqual([]);
});
