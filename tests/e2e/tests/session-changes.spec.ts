import type { AttendanceTotals } from '@qr-attendance/contracts';
import { openPhone } from '../support/phone.ts';
import { expect, expectToFit, signInAs, test } from '../support/test.ts';
import { runningClass } from '../support/world.ts';

const dayAfter = (shown: string) => {
  const noon = Date.parse(`${shown} ${new Date().getFullYear()} 12:00 UTC`);
  return new Date(noon + 86_400_000).toISOString().slice(0, 10);
};

test('A session planned for tomorrow is moved to now, marked, canceled and reopened', async ({
  page,
  campus,
  url,
}) => {
  const { teacher, student, course, session } = await runningClass(campus);
  await signInAs(page, teacher);
  await page.goto(`/teacher/generate?course=${course._id}`);
  await expect(page.getByText(`${course.code} has been running since`, { exact: false })).toBeVisible();
  await campus.call('POST', `/api/sessions/${session._id}/cancel`, teacher.token);
  const [today, now] = [
    await page.getByLabel('Date').inputValue(),
    await page.getByLabel('Start Time').inputValue(),
  ];
  await page.getByLabel('Date').fill(dayAfter(today));
  await page.getByLabel('Start Time').fill('09:00');
  await page.getByRole('button', { name: 'Generate QR Code' }).click();

  await expect(page).toHaveURL(/\/teacher\/sessions\/[0-9a-f]{24}$/);
  await expect(page.getByText(/^Starts .*The code works from/)).toBeVisible();
  await expect(page.locator('[data-qr]')).toHaveCount(0);

  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Date').fill(today);
  await page.getByLabel('Start Time').fill(now);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectToFit(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Class saved')).toBeVisible();
  const scanned = await page.locator('[data-qr]').first().getAttribute('data-qr');

  const phone = await openPhone(url);
  await signInAs(phone, student);
  await phone.goto(new URL(scanned ?? '').pathname);
  await phone.getByRole('button', { name: 'Mark My Attendance' }).click();
  await expect(phone.getByText('Attendance Marked!')).toBeVisible();
  await phone.close();
  await expect(page.getByRole('row').filter({ hasText: student.name })).toContainText('Present');

  const totals = () => campus.call<AttendanceTotals>('GET', '/api/attendance/totals', teacher.token);
  await page.getByRole('button', { name: 'Cancel class' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel class' }).click();
  await expect(page.getByText('This class was canceled.')).toBeVisible();
  const start = page.locator('dt', { hasText: 'Start Time' }).locator('xpath=following-sibling::dd');
  await expect(start).toHaveText(now);
  await expect.poll(totals).toMatchObject({ present: 0 });
  await expect(page.getByRole('row').filter({ hasText: student.name })).toContainText('Present');

  await page.getByRole('button', { name: 'Reopen class' }).click();
  await expect(page.getByRole('button', { name: 'End Session' })).toBeVisible();
  await expect(page.locator('[data-qr]').first()).toBeVisible();
  await expect.poll(totals).toMatchObject({ present: 1 });
});
