import type { Page } from '@playwright/test';
import { expect, signInAs, test } from '../support/test.ts';
import { runningClass } from '../support/world.ts';

const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

test('Navigation moves the focus to the page heading and announces it', async ({ page, markedClass }) => {
  await signInAs(page, markedClass.student);
  await page.goto('/student');
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await link(page, 'History').click();
  await expect(heading(page, 'Attendance History')).toBeFocused();
  await expect(page.locator('[aria-live="polite"]', { hasText: /^Attendance History/ })).toHaveCount(1);
  await page.goBack();
  await expect(heading(page, 'Dashboard')).toBeFocused();
});

test('A navigation link clears the filters of its page', async ({ page, admin }) => {
  await signInAs(page, admin);
  await page.goto('/admin/people?search=nobody-is-called-so&role=STUDENT');
  const search = page.getByRole('searchbox');
  await expect(search).toHaveValue('nobody-is-called-so');
  await link(page, 'People').click();
  await expect(page).toHaveURL(/\/admin\/people$/);
  await expect(search).toHaveValue('');
  await expect(page.getByRole('row')).not.toHaveCount(1);
  await expect(page).toHaveURL(/\/admin\/people$/);
});

test('Leaving a course updates the counts and keeps the focus in the course list', async ({
  page,
  campus,
}) => {
  const student = await campus.student();
  const teacher = await campus.teacher();
  const [first, second] = [await campus.course(teacher), await campus.course(teacher)];
  const settings = `/api/courses/${first._id}/enrollment-settings`;
  await campus.call('PUT', settings, teacher.token, { mode: 'OPEN', mayLeave: true });
  await campus.enroll(student, first);
  await campus.enroll(student, second);
  await signInAs(page, student);
  await page.goto('/student');
  const count = page.locator('.ui-card', { hasText: 'Total Courses' }).last();
  await expect(count).toContainText('2');
  const row = page.getByRole('listitem').filter({ hasText: first.code });
  await row.getByRole('button', { name: 'Leave Algorithms' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'My Courses' })).toBeFocused();
  await expect(count).toContainText('1');
});

test('Loading the rest of a list moves the focus to the text that replaces the button', async ({
  page,
  campus,
}) => {
  const teacher = await campus.teacher();
  const course = await campus.course(teacher);
  for (let index = 0; index < 26; index += 1)
    await campus.session(teacher, course, {
      startTime: new Date(Date.now() + 48 * 3_600_000 + index * 60_000).toISOString(),
    });
  await signInAs(page, teacher);
  await page.goto('/teacher/sessions');
  const more = page.getByRole('button', { name: 'Load more' });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row')).toHaveCount(27);
  await expect(more).toHaveCount(0);
  await expect(page.getByText('All of it is shown')).toBeFocused();
});

test.describe('a user far from campus', () => {
  test.use({ timezoneId: 'Pacific/Auckland' });

  test('sees the same time of a record on every page, with the campus time first', async ({
    page,
    campus,
  }) => {
    const { student, session, teacher, course } = await runningClass(campus);
    const { ticket } = await campus.scan(student, session.qrCode ?? '');
    await campus.mark(student, { ticket });
    const time = /\d\d:\d\d \(\d\d:\d\d your time\)/;
    const shown: string[] = [];
    await signInAs(page, student);
    for (const path of ['/student', '/student/history', '/student/reports']) {
      await page.goto(path);
      const timeInDetails = page.getByRole('main').getByText(time).last();
      await expect(timeInDetails).toBeVisible();
      shown.push(time.exec((await timeInDetails.textContent()) ?? '')?.[0] ?? '');
    }
    await signInAs(page, teacher);
    for (const path of [
      `/teacher/sessions/${session._id}?show=present`,
      `/teacher/reports?course=${course._id}`,
    ]) {
      await page.goto(path);
      const timeInRow = page.getByRole('row').filter({ hasText: student.name }).getByText(time).first();
      await expect(timeInRow).toBeVisible();
      shown.push(time.exec((await timeInRow.textContent()) ?? '')?.[0] ?? '');
    }
    expect(new Set(shown).size).toBe(1);
  });
});

test('A failed request for the list of releases does not break the next area', async ({ page, campus }) => {
  const world = await runningClass(campus, { preferences: { requirePin: true } });
  await signInAs(page, world.student);
  let failed = 0;
  // The page contains the list for its first area, and requests it for others.
  await page.route('**/remotes.json', (route) => {
    if (failed > 0 || route.request().method() !== 'GET') return route.fallback();
    failed += 1;
    return route.abort('connectionreset');
  });
  await page.goto('/account');
  await expect.poll(() => failed).toBe(1);
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(world.scanned)});
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));`);
  await expect(page.getByRole('button', { name: 'Mark My Attendance' })).toBeVisible();
  await expect(page.getByText('This area is unavailable right now')).toHaveCount(0);
});

test('A printed desktop page has no menu', async ({ page, markedClass }) => {
  await signInAs(page, markedClass.teacher);
  for (const width of [794, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/teacher/reports');
    await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeHidden();
    await expect(page.getByRole('banner')).toBeHidden();
    await page.emulateMedia({ media: null });
  }
});

test('Enter in a time field confirms the time and creates no class', async ({ page, campus }) => {
  const teacher = await campus.teacher();
  const course = await campus.course(teacher);
  await signInAs(page, teacher);
  await page.goto(`/teacher/generate?course=${course._id}`);
  const start = page.getByLabel('Start Time');
  await start.fill('905');
  await start.press('Enter');
  await expect(start).toHaveValue('09:05');
  await expect(page).toHaveURL(/\/teacher\/generate/);
  expect(await campus.call('GET', '/api/sessions', teacher.token)).toEqual([]);
});
