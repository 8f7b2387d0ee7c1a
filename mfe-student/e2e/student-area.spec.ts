import { choose } from '@qr-attendance/e2e/support/forms';
import { expect, signInAs, test } from '@qr-attendance/e2e/support/test';
import { runningClass } from '@qr-attendance/e2e/support/world';

test('The dashboard shows the next action, the attendance rate, and a doughnut chart with a text alternative', async ({
  page,
  campus,
}) => {
  const newcomer = await campus.student();
  await signInAs(page, newcomer);
  await page.goto('/student');
  await expect(page.getByRole('heading', { name: 'Set your attendance PIN' })).toBeVisible();
  await expect(page.getByText('No attendance data available')).toBeVisible();
  await expect(page.getByText('No courses enrolled')).toBeVisible();

  const { student, session, course, teacher } = await runningClass(campus);
  const { ticket } = await campus.scan(student, session.qrCode ?? '');
  await campus.call('POST', '/api/attendance', student.token, { ticket });
  await signInAs(page, student);
  await campus.call('PATCH', `/api/sessions/${session._id}`, teacher.token, { active: false });
  const chart = page.getByRole('figure', { name: 'Present vs Absent' });
  // Rates include a session only after the event about its end has arrived.
  await expect(async () => {
    await page.goto('/student');
    await expect(chart.locator('svg').first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(chart.getByRole('row', { name: 'Present 1' })).toHaveCount(1);
  await expect(chart.getByRole('row', { name: 'Absent 0' })).toHaveCount(1);
  const rate = page.locator('.ui-card').filter({ has: page.getByText('Attendance Rate', { exact: true }) });
  await expect(rate).toContainText('100');
  await expect(page.getByText(course.code).first()).toBeVisible();
  for (const path of ['scan', 'history', 'enroll', 'security', 'reports'])
    await expect(page.getByRole('main').locator(`a[href="/student/${path}"]`).first()).toBeVisible();
  const title = page.getByRole('heading', { level: 2, name: 'Present vs Absent' });
  await expect(title).toHaveCSS('font-size', '16px');
});

test('The history is filtered by course and status, and the URL keeps the filters', async ({
  page,
  campus,
}) => {
  const { student, session, course } = await runningClass(campus);
  const { ticket } = await campus.scan(student, session.qrCode ?? '');
  await campus.call('POST', '/api/attendance', student.token, { ticket });
  await signInAs(page, student);
  await page.goto('/student/history');
  await expect(page.getByRole('row').filter({ hasText: course.code })).toContainText('Present');
  await choose(page, 'Course', `${course.name} (${course.code})`);
  await choose(page, 'Status', 'Late');
  await expect(page.getByText('No attendance records found')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No attendance records found')).toBeVisible();
  await choose(page, 'Status', 'Present');
  await expect(page.getByRole('row').filter({ hasText: course.code })).toBeVisible();
});

test('Buttons keep their distance from the content above them', async ({ page, campus }) => {
  await signInAs(page, await campus.student());
  await page.goto('/student/security');
  await expect(page.getByRole('button', { name: 'Save Preferences' })).toHaveCSS('margin-top', '16px');
});

test('A report with a reversed date range shows an error beside the field and requests nothing', async ({
  page,
  campus,
}) => {
  await signInAs(page, await campus.student());
  await page.goto('/student/reports?from=2026-09-02&to=2026-09-01');
  await expect(page.getByRole('alert')).toHaveText('To must not be before From');
  await page.getByLabel('To', { exact: true }).fill('2026-09-03');
  await expect(page.getByText('No records found for the selected filters.')).toBeVisible();
});
