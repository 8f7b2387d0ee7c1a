import type { Page } from '@playwright/test';
import type { Roster } from '@qr-attendance/contracts';
import { expect, expectToFit, signInAs, test } from '../support/test.ts';
import { runningClass, type World } from '../support/world.ts';
import type { Campus } from '../support/campus.ts';

const set = async (campus: Campus, { teacher, session, student }: World, status: string) => {
  const path = `/api/attendance/roster?sessionId=${session._id}`;
  const { entries } = await campus.call<Roster>('GET', path, teacher.token);
  const mark = entries.find((entry) => entry.student.name === student.name)?.mark;
  const students = entries
    .filter((entry) => entry.student.name === student.name)
    .map((entry) => ({
      studentId: entry.student._id,
      ...(mark && { markId: mark._id, version: mark.version }),
    }));
  await campus.call('POST', '/api/attendance/statuses', teacher.token, {
    sessionId: session._id,
    status,
    students,
  });
};

test('The dashboard lists a teacher’s changes until they were seen, even with two tabs and after being offline', async ({
  page,
  context,
  campus,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const world = await runningClass(campus);
  const { student, teacher } = world;
  const open = async (tab: Page) => {
    await tab.goto('/student');
    await expect(tab.getByRole('heading', { name: 'My Courses' })).toBeVisible();
  };
  const change = (tab: Page, words: string) => tab.getByRole('listitem').filter({ hasText: words });
  await signInAs(page, student);
  await open(page);
  await expect(page.getByRole('heading', { name: 'Since your last visit' })).toHaveCount(0);

  await context.setOffline(true);
  await set(campus, world, 'LATE');
  await context.setOffline(false);
  await open(page);
  const late = change(page, 'No mark → Late');
  await expect(late).toContainText(teacher.name);
  await expectToFit(page);
  await late.getByRole('link').click();
  await expect(page.getByRole('dialog')).toContainText('Late');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  // The notice remains visible for the rest of the visit.
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(late).toBeVisible();

  // A change seen in one tab counts as seen in all tabs.
  const other = await context.newPage();
  await expect
    .poll(async () => {
      await open(other);
      return change(other, 'No mark → Late').count();
    })
    .toBe(0);

  await set(campus, world, 'EXCUSED');
  await Promise.all([open(page), open(other)]);
  const shown = async () =>
    (await Promise.all([page, other].map((tab) => change(tab, 'Late → Excused').count()))).some(Boolean);
  await expect.poll(shown).toBe(true);
});
