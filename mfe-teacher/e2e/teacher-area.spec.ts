import type { Page } from '@playwright/test';
import type { World } from '@qr-attendance/e2e/support/world';
import { choose } from '@qr-attendance/e2e/support/forms';
import { expect, signInAs, test } from '@qr-attendance/e2e/support/test';
import { runningClass } from '@qr-attendance/e2e/support/world';
import type { Campus } from '@qr-attendance/e2e/support/campus';

const mark = async (campus: Campus, { student, session }: World) => {
  const { ticket } = await campus.scan(student, session.qrCode ?? '');
  await campus.mark(student, { ticket });
};
const card = (page: Page, title: string) =>
  page.locator('.ui-card').filter({ has: page.getByText(title, { exact: true }) });

test('The dashboard shows running classes, present students, and the week as a chart with a text alternative', async ({
  page,
  campus,
}) => {
  const world = await runningClass(campus);
  await mark(campus, world);
  await signInAs(page, world.teacher);
  await page.goto('/teacher');
  await expect(page.getByText('1 student marked so far')).toBeVisible();
  await expect(card(page, 'Total Students')).toContainText('1');
  // Only ended sessions count toward rates.
  await expect(card(page, "Today's Attendance")).toContainText('–');
  await expect(card(page, 'Active Sessions')).toContainText('1');
  await expect(card(page, 'Total Courses')).toContainText('1');
  const recent = page.getByRole('listitem').filter({ hasText: world.student.name });
  await expect(recent).toContainText(world.course.code);
  await expect(recent).toContainText('Present');

  await campus.call('PATCH', `/api/sessions/${world.session._id}`, world.teacher.token, { active: false });
  await expect(async () => {
    await page.reload();
    await expect(card(page, "Today's Attendance")).toContainText('100', { timeout: 2_000 });
  }).toPass();
  const chart = page.getByRole('figure', { name: 'Weekly Attendance Percentage' });
  await expect(chart.locator('svg').first()).toBeVisible();
  await expect(chart.getByRole('row')).toHaveCount(8);
  await expect(chart.getByRole('row', { name: '100 %' })).toHaveCount(1);
  await expect(chart.getByRole('row', { name: 'no class' })).toHaveCount(6);
  await choose(page, 'Period', 'Last Week');
  await expect(page.getByText('No classes in this period.')).toBeVisible();
  await choose(page, 'Period', 'This Month');
  const today = new Date();
  const days = new Date(today.getFullYear(), today.getMonth() + 1, 0).getDate();
  await expect(chart.getByRole('row')).toHaveCount(days + 1);
  for (const [name, path] of [
    ['Generate QR', 'generate'],
    ['My Courses', 'courses'],
    ['Sessions', 'sessions'],
    ['Reports', 'reports'],
  ])
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .first(),
    ).toHaveAttribute('href', `/teacher/${path}`);
});

test('A code is generated, shown with its countdown, printed, projected and replaced', async ({
  page,
  campus,
}) => {
  const { teacher, student, course } = await runningClass(campus);
  // The test needs two courses, because the form selects an only course automatically.
  await campus.call('POST', '/api/courses', teacher.token, { name: 'Optics', code: 'OP101', semester: 1 });
  await signInAs(page, teacher);
  await page.goto('/teacher/generate');
  await page.getByRole('button', { name: 'Generate QR Code' }).click();
  await expect(page.getByText('Course is required')).toBeVisible();
  await choose(page, 'Course', `${course.name} (${course.code})`);
  await page.getByRole('button', { name: 'Generate QR Code' }).click();

  const code = page.locator('[data-qr]').first();
  await expect(code).toBeVisible();
  expect((await code.boundingBox())?.width).toBeCloseTo(240, 0);
  const first = await code.getAttribute('data-qr');
  expect(first).toMatch(/\/attendance\/[0-9A-Z]{8}$/);
  await choose(page, 'Refresh every', '15 seconds');
  await expect(page.getByRole('timer').or(page.getByText(/\d+ s/)).first()).toBeVisible();
  await expect.poll(() => code.getAttribute('data-qr'), { timeout: 25_000 }).not.toBe(first);

  await page.addInitScript('window.print = () => { window.printed = true; }');
  await page.evaluate('window.print = () => { window.printed = true; }');
  await page.getByRole('button', { name: 'Print QR Code' }).click();
  await expect.poll(() => page.evaluate('window.printed')).toBe(true);

  await page
    .getByRole('link', { name: 'Projector view' })
    .or(page.getByRole('button', { name: 'Projector view' }))
    .click();
  await expect(page).toHaveURL(/\/teacher\/sessions\/[0-9a-f]{24}\/projector$/);
  const large = page.locator('[data-qr]').first();
  // The previous page shows a smaller code until it is replaced.
  await expect.poll(async () => (await large.boundingBox())?.width ?? 0).toBeGreaterThan(400);
  await expect(page.getByTestId('typed-code')).toBeVisible();
  const sessions = await campus.call<{ _id: string; qrCode: string }[]>(
    'GET',
    '/api/sessions',
    teacher.token,
  );
  const shown = sessions.find(({ _id }) => page.url().includes(_id));
  const { ticket } = await campus.scan(student, shown?.qrCode ?? '');
  await campus.mark(student, { ticket });
  await expect(page.getByText(/^1 /).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/projector/);

  await page.goto('/teacher/generate');
  await choose(page, 'Course', `${course.name} (${course.code})`);
  await page.getByRole('button', { name: 'Generate QR Code' }).click();
  await page.getByRole('button', { name: 'Generate Another' }).click();
  await expect(page.getByLabel('End Time')).toHaveValue('');
  await expect(page.getByLabel('Date')).not.toHaveValue('');
});

test('A course card links to the code form, and to details with each student’s rate', async ({
  page,
  campus,
}) => {
  const world = await runningClass(campus);
  await mark(campus, world);
  await campus.call('PATCH', `/api/sessions/${world.session._id}`, world.teacher.token, { active: false });
  await signInAs(page, world.teacher);
  await page.goto('/teacher/courses');
  await page.getByRole('link', { name: `Generate QR for ${world.course.code}` }).click();
  await expect(page).toHaveURL(new RegExp(`/teacher/generate\\?course=${world.course._id}$`));
  await expect(page.getByText(`${world.course.name} (${world.course.code})`)).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: `View details of ${world.course.code}` }).click();
  const row = page.getByRole('row').filter({ hasText: world.student.email });
  await expect(row).toContainText('100');
  await page.getByLabel('Search by name or email').fill('nobody of that name');
  await expect(page.getByText('No student matches this search.')).toBeVisible();
});

test('The sessions list is filtered by the server, shows Ongoing, and can end a session', async ({
  page,
  campus,
}) => {
  const { teacher, course } = await runningClass(campus);
  await signInAs(page, teacher);
  await page.goto('/teacher/sessions');
  const row = page.getByRole('row').filter({ hasText: course.code });
  await expect(row).toContainText('Ongoing');
  await expect(row).toContainText('Active');
  await choose(page, 'Status', 'Inactive Only');
  await expect(page.getByText('No sessions found matching your filters.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No sessions found matching your filters.')).toBeVisible();
  await choose(page, 'Status', 'Active Only');
  await row.getByRole('button', { name: /End Session/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End Session' }).click();
  await expect(page.getByText('No sessions found matching your filters.')).toBeVisible();
  await choose(page, 'Status', 'All Sessions');
  await expect(row).toContainText('Inactive');
  await expect(row.getByRole('button', { name: /End Session/ })).toHaveCount(0);
});
