import type { AttendanceRecord } from '@qr-attendance/contracts';
import { findViolations } from '../support/find-violations.ts';
import { expect, expectToFit, signInAs, test, watchConsole } from '../support/test.ts';
import { runningClass } from '../support/world.ts';

test('A signed-out person verifies a receipt, even offline, until the teacher corrects the record', async ({
  page,
  browser,
  campus,
  url,
}, testInfo) => {
  const { teacher, student, scanned } = await runningClass(campus);
  await signInAs(page, student);
  await page.goto(scanned);
  await page.getByRole('button', { name: 'Mark My Attendance' }).click();
  await expect(page.getByText('Attendance Marked!')).toBeVisible();

  await page.goto('/student/history');
  await page.getByRole('button', { name: /^Open / }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Get a receipt' }).click();
  const picture = dialog.getByRole('img', { name: /QR code of the receipt/ });
  await expect(picture).toBeVisible();
  expect(
    await picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
  ).toBeGreaterThan(0);
  expect(await findViolations(page)).toEqual([]);
  await page.screenshot({ path: testInfo.outputPath('receipt.png') });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save as a file' }).click(),
  ]);
  const link = (await dialog.getByRole('link', { name: 'Check the receipt' }).getAttribute('href')) ?? '';

  const office = await browser.newContext({ baseURL: url, viewport: { width: 360, height: 740 } });
  const visitor = await office.newPage();
  const complaints = watchConsole(visitor);
  await visitor.goto(link);
  const result = visitor.getByRole('status');
  await expect(result).toContainText('still what is recorded');
  await expect(visitor.getByText(student.name)).toBeVisible();
  await expectToFit(visitor);
  expect(await findViolations(visitor)).toEqual([]);
  await visitor.screenshot({ path: testInfo.outputPath('valid.png'), fullPage: true });
  expect(complaints).toEqual([]);

  await office.setOffline(true);
  await visitor.getByLabel('Choose a file').setInputFiles(await file.path());
  await expect(result).toContainText('Issued here');
  await visitor.screenshot({ path: testInfo.outputPath('offline.png'), fullPage: true });
  await office.setOffline(false);

  const [record] = await campus.call<AttendanceRecord[]>('GET', '/api/attendance', student.token);
  await campus.call('POST', `/api/attendance/${record?._id}/review`, teacher.token, {
    decision: 'correct',
    status: 'ABSENT',
    reason: 'Left after five minutes',
  });
  await visitor.getByRole('button', { name: 'Check' }).click();
  await expect(result).toContainText('Superseded');
  await expect(visitor.getByText('Absent')).toHaveCount(0);
  await visitor.screenshot({ path: testInfo.outputPath('superseded.png'), fullPage: true });
  await office.close();
});
