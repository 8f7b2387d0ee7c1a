import type { BrowserContext, Page } from '@playwright/test';
import type { Campus, Member } from '../support/campus.ts';
import { findViolations } from '../support/find-violations.ts';
import { expect, expectToFit, signInAs, test, watchConsole } from '../support/test.ts';
import { runningClass, type World } from '../support/world.ts';

/** Each mark uses a new tab. The tabs of one context are one phone with one key. */
const markOnPhone = async (phone: BrowserContext, { scanned }: World, student: Member): Promise<Page> => {
  const page = await phone.newPage();
  await signInAs(page, student);
  await page.goto(scanned);
  await page.getByRole('button', { name: 'Mark My Attendance' }).click();
  return page;
};
const friendOf = async (campus: Campus, { student, course }: World): Promise<Member> => {
  const friend = await campus.student('Joan Clarke');
  const { profile } = await campus.call<{ profile: { securityPreferences: object } }>(
    'GET',
    '/api/auth/me',
    student.token,
  );
  const { securityPreferences } = profile;
  await campus.call('POST', '/api/auth/update-security', friend.token, { securityPreferences });
  await campus.enroll(friend, course);
  return friend;
};

test('Two students with one phone are flagged; the teacher corrects one record and marks the other student', async ({
  page,
  browser,
  campus,
  url,
}) => {
  const world = await runningClass(campus);
  const { teacher, student, session, course } = world;
  const friend = await friendOf(campus, world);
  const complaints = watchConsole(page);
  await signInAs(page, teacher);
  await page.goto(`/teacher/sessions/${session._id}`);
  await expect(page.getByText('No attendance records yet')).toBeVisible();

  const phone = await browser.newContext({ baseURL: url });
  const first = await markOnPhone(phone, world, student);
  await expect(first.getByText('Attendance Marked!')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: student.name });
  await expect(row).toContainText('Present');
  await expect(row).not.toContainText('Needs review');
  // An open tab would switch to the friend, because a browser has one identity.
  await first.close();
  const second = await markOnPhone(phone, world, friend);
  await expect(
    second.getByText('This device was already used by another student in this class.'),
  ).toBeVisible();

  await expect(row).toContainText('Needs review');
  await expect(row).toContainText('One phone, two students');
  await expect(page.getByRole('link', { name: '1 student needs help' })).toBeVisible();

  const dashboard = await page.context().newPage();
  await signInAs(dashboard, teacher);
  await dashboard.goto('/teacher');
  await expect(dashboard.getByRole('link', { name: '1 student needs help' })).toBeVisible();
  await dashboard.close();

  const open = row.getByRole('button', { name: `${student.name}: details` });
  await open.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/It may have been lent in good faith/)).toBeVisible();
  await expect(dialog.getByText('Marked Present')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(open).toBeFocused();

  // A decided row stays in its tab until the teacher changes the tab.
  const tab = (name: string) => page.getByRole('tab', { name });
  await tab('To review 1').click();
  await open.click();
  await dialog.getByLabel('Reason (optional)').fill('came in with the second bus');
  await dialog.getByRole('button', { name: `Late: ${student.name}` }).click();
  await expect(dialog).toHaveCount(0);
  await expect(tab('To review 0')).toBeVisible();
  await expect(row).toContainText('Late');
  await tab('All 2').click();
  await expect(row).toContainText('Set by you');
  await tab('To review 0').click();
  await expect(page.getByText('Nothing is left to review.')).toBeVisible();

  await page.getByRole('link', { name: '1 student needs help' }).click();
  const friendRow = page.getByRole('row').filter({ hasText: friend.name });
  await expect(friendRow).toContainText('The device was already used by another student.');
  await friendRow.getByRole('button', { name: `${friend.name}: details` }).click();
  await dialog.getByLabel('Reason (optional)').fill('no phone today');
  await dialog.getByRole('button', { name: `Present: ${friend.name}` }).click();
  await expect(friendRow).toContainText('Present');
  await expect(tab('Needs help 0')).toBeVisible();
  expect(complaints).toEqual([]);

  for (const [who, words] of [
    [student, 'came in with the second bus'],
    [friend, 'no phone today'],
  ] as const) {
    const own = await browser.newContext({ baseURL: url });
    const tab = await own.newPage();
    await signInAs(tab, who);
    await tab.goto('/student/history');
    await tab.getByRole('button', { name: new RegExp(`^Open ${course.name}, `) }).click();
    await expect(tab.getByRole('dialog').getByText(words), who.name).toBeVisible();
  }
  await phone.close();
});

test('A decision on another page is shown at once, and the dashboard links to open decisions', async ({
  page,
  campus,
}) => {
  const { teacher, student, session, course } = await runningClass(campus);
  const { ticket } = await campus.scanSigned(student, session.qrCode ?? '');
  const mark = await campus.mark(student, { ticket });
  const of = `/api/attendance/${mark._id}`;
  await campus.call('POST', `${of}/dispute`, student.token, { note: 'I was\u00a0early' });
  await page.setViewportSize({ width: 360, height: 740 });
  await signInAs(page, teacher);
  await page.goto('/teacher');
  await expect(page.getByText('1 record to review')).toBeVisible();
  await expectToFit(page);
  await page.getByRole('link', { name: new RegExp(`^Review ${course.code}, `) }).click();
  await expect(page).toHaveURL(/show=review$/);
  const card = page.getByRole('row').filter({ hasText: student.name });
  await expect(card).toContainText('Reported by the student');
  expect((await card.locator('.roster-name').boundingBox())?.width).toBeGreaterThan(80);

  await card.getByRole('button', { name: `${student.name}: details` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('blockquote').first()).toContainText(/I was\s+early/);
  await expectToFit(page);
  await dialog.getByLabel('Your answer to the student').fill('The clock says otherwise.');
  await dialog.getByRole('button', { name: 'Send answer' }).click();
  await expect(dialog.getByRole('button', { name: 'Send answer' })).toHaveCount(0);
  await expect(dialog.getByText('The clock says otherwise.').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Nothing is left to review.')).toBeVisible();
  await page.getByRole('tab', { name: /^All/ }).click();
  await expect(card).toContainText('Present');

  const body = { decision: 'correct', status: 'EXCUSED', reason: 'a note from the doctor' };
  await campus.call('POST', `${of}/review`, teacher.token, body);
  await expect(card).toContainText('Excused');
  await page.goto('/teacher/reports?status=EXCUSED');
  await expect(page.getByRole('listitem').filter({ hasText: student.email })).toContainText('Excused');
});
