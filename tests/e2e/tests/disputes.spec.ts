import type { AttendanceRecord } from '@qr-attendance/contracts';
import { expect, expectToFit, signInAs, test } from '../support/test.ts';
import { runningClass } from '../support/world.ts';

test('A student disputes a record, and sees the teacher’s answer and decision', async ({ page, campus }) => {
  const { student, teacher, session, course } = await runningClass(campus, {
    session: { startTime: new Date(Date.now() - 3_600_000).toISOString() },
  });
  const { ticket } = await campus.scan(student, session.qrCode ?? '');
  const marked = await campus.call<AttendanceRecord>('POST', '/api/attendance', student.token, { ticket });
  expect(marked.status).toBe('LATE');

  await page.setViewportSize({ width: 360, height: 740 });
  await signInAs(page, student);
  await page.goto('/student/history');
  const open = page.getByRole('button', { name: new RegExp(`^Open ${course.name}, `) });
  await open.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Marked with the code')).toBeVisible();
  await dialog.getByRole('button', { name: 'Report a problem' }).click();
  await dialog.getByLabel('What is wrong?').fill('I was there at nine.');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByText(/has not answered yet/)).toBeVisible();
  await expect(dialog.getByLabel('What is wrong?')).toHaveCount(0);
  await expect(dialog.getByText('Reported')).toBeVisible();
  await expectToFit(page);
  await page.keyboard.press('Escape');
  await expect(page.getByText('reported')).toBeVisible();

  const of = `/api/attendance/${marked._id}`;
  const reason = 'The tram stood still.';
  await campus.call('POST', `${of}/review`, teacher.token, {
    decision: 'correct',
    status: 'EXCUSED',
    reason,
  });
  await campus.call('POST', `${of}/dispute/answer`, teacher.token, { answer: 'You are excused.' });

  await page.goto('/student/history?status=EXCUSED');
  await expect(page.getByText('answered', { exact: true })).toBeVisible();
  await open.click();
  await expect(dialog.getByText('You are excused.').first()).toBeVisible();
  await expect(dialog.getByText(/^Corrected, by .*Ada Lovelace/)).toBeVisible();
  await expect(dialog.getByText('Late → Excused')).toBeVisible();
  await expect(dialog.getByText(reason)).toBeVisible();

  await page.goto('/student/reports?status=EXCUSED');
  await expect(page.getByText('1 record', { exact: true })).toBeVisible();
});
