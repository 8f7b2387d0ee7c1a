import type { Course, Session } from '@qr-attendance/contracts';
import type { Campus, Member } from '@qr-attendance/e2e/support/campus';
import { expect, expectToFit, signInAs, test, watchConsole } from '@qr-attendance/e2e/support/test';

const MINUTE_MS = 60_000;

const hold = async (
  { session: open, call }: Campus,
  teacher: Member,
  course: Course,
  minutesAgo: number,
  statuses: [Member, string][],
): Promise<Session> => {
  const startTime = new Date(Date.now() - minutesAgo * MINUTE_MS).toISOString();
  const session = await open(teacher, course, { date: startTime.slice(0, 10), startTime });
  for (const status of new Set(statuses.map(([, one]) => one))) {
    const students = statuses.filter(([, one]) => one === status).map(([{ id }]) => ({ studentId: id }));
    await call('POST', '/api/attendance/statuses', teacher.token, {
      sessionId: session._id,
      status,
      students,
    });
  }
  await call('PATCH', `/api/sessions/${session._id}`, teacher.token, { active: false });
  return session;
};

test('A teacher sees which students are below the threshold and why', async ({ page, campus }) => {
  const teacher = await campus.teacher();
  const [grace, jose] = [await campus.student('Grace Hopper'), await campus.student('José Álvarez')];
  const course = await campus.course(teacher);
  for (const student of [grace, jose]) await campus.enroll(student, course);
  await hold(campus, teacher, course, 3, [
    [grace, 'PRESENT'],
    [jose, 'ABSENT'],
  ]);
  const last = await hold(campus, teacher, course, 1, [
    [grace, 'LATE'],
    [jose, 'PRESENT'],
  ]);
  const complaints = watchConsole(page);
  await signInAs(page, teacher);
  await page.goto(`/teacher/courses/${course._id}`);
  await page.getByRole('link', { name: 'Students and rates' }).click();
  await expect(page.getByRole('rowheader')).toHaveCount(2);
  await expect(page.getByRole('row', { name: /José Álvarez/ })).toContainText('50%');
  // Two sessions fill the width without a gap after the last one.
  const empty = await page
    .getByRole('region', { name: 'Students and rates' })
    .evaluate((box) => box.clientWidth - (box.firstElementChild?.getBoundingClientRect().width ?? 0));
  expect(empty).toBeLessThan(1);

  await page.getByLabel('Search by name or number').fill('jose alvarez');
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await page.getByLabel('Search by name or number').fill('');
  await page.getByText('Below 75% (1)').click();
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await page.getByLabel('Threshold').fill('60');
  await expect(page).toHaveURL(/below=60/);
  await page.reload();
  await expect(page.getByText('Below 60% (1)')).toBeVisible();

  await page.getByRole('link', { name: 'José Álvarez' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('José Álvarez');
  await expect(page.getByText('below 60%')).toBeVisible();
  const chart = page.getByRole('figure', { name: 'Attendance rate over time' });
  await expect(chart.locator('svg').first()).toBeVisible();
  await expect(chart.getByRole('row', { name: '50 %' })).toHaveCount(1);
  const rows = page.getByRole('row').filter({ has: page.locator(`a[href="/teacher/sessions/${last._id}"]`) });
  await expect(rows).toContainText('Set by the teacher');
  await expectToFit(page);
  await page.getByRole('link', { name: 'Back to students and rates' }).click();
  await expect(page).toHaveURL(/students\?below=60$/);
  expect(complaints).toEqual([]);
});
