import { expect, signInAs, test } from '@qr-attendance/e2e/support/test';
import { newStudent, runningClass } from '@qr-attendance/e2e/support/world';

/** The time-out is well below the 30 s after which the list is reloaded anyway. */
const AT_ONCE = { timeout: 12_000 };

test('A mark made between the list request and the live stream appears at once', async ({ page, campus }) => {
  const world = await runningClass(campus);
  const { teacher, student, session } = world;
  await signInAs(page, teacher);
  let marked = () => undefined as void;
  const afterMark = new Promise<void>((resolve) => (marked = resolve));
  let listRead = () => undefined as void;
  const afterList = new Promise<void>((resolve) => (listRead = resolve));
  let lists = 0;
  await page.route('**/api/attendance/roster?**', async (route) => {
    lists += 1;
    if (lists > 1) return route.continue();
    // The list is read before the mark, and delivered after the stream is open.
    const response = await route.fetch();
    listRead();
    await afterMark;
    await streamOpen;
    await route.fulfill({ response });
  });
  let opened = () => undefined as void;
  const streamOpen = new Promise<void>((resolve) => (opened = resolve));
  page.on('response', (response) => {
    if (response.url().includes('/api/attendance/live?')) opened();
  });
  await page.route('**/api/attendance/live?**', async (route) => {
    await afterMark;
    await route.continue();
  });
  const streamAsked = page.waitForRequest('**/api/attendance/live?**');
  await page.goto(`/teacher/sessions/${session._id}`);
  await Promise.all([streamAsked, afterList]);
  const { ticket } = await campus.scan(student, session.qrCode ?? '');
  await campus.mark(student, { ticket });
  marked();
  await expect(page.getByRole('row').filter({ hasText: student.name })).toContainText('Present', AT_ONCE);
});

test('Saving a session keeps the search, the selection and the focus', async ({ page, campus }) => {
  const world = await runningClass(campus);
  const other = await newStudent(campus, world, 'Alan Turing');
  await signInAs(page, world.teacher);
  await page.goto(`/teacher/sessions/${world.session._id}`);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row(world.student.name)).toBeVisible();
  await page.getByRole('searchbox').fill('Alan');
  await expect(row(world.student.name)).toHaveCount(0);
  await row(other.name).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Class saved')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeFocused();
  await page.getByRole('searchbox').focus();
  // The records change some seconds after the session, and the page then reloads the list.
  await page.waitForResponse((response) => response.url().includes('/api/attendance/roster?'));
  await expect(page.getByRole('searchbox')).toHaveValue('Alan');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect(row(other.name).getByRole('checkbox')).toBeChecked();
});
