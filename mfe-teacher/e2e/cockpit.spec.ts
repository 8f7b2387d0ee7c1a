import type { AttendanceRecord, Course } from '@qr-attendance/contracts';
import type { Page } from '@playwright/test';
import type { Campus } from '@qr-attendance/e2e/support/campus';
import { findViolations } from '@qr-attendance/e2e/support/find-violations';
import { largeClass, type LargeClass } from '@qr-attendance/e2e/support/large-class';
import { expect, expectToFit, signInAs, test, watchConsole } from '@qr-attendance/e2e/support/test';

const NAME = '.roster-open';
const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
const rows = (page: Page) => page.locator('tr[data-index]');
const open = async (page: Page, { teacher, session }: LargeClass, show = '') => {
  await signInAs(page, teacher);
  await page.goto(`/teacher/sessions/${session._id}${show}`);
  await expect(rows(page).first()).toBeVisible();
};
const statusesOf = async (
  campus: Campus,
  { teacher, session }: LargeClass,
): Promise<Record<string, string>> => {
  const path = `/api/attendance?sessionId=${session._id}&limit=100`;
  const marks = await campus.call<AttendanceRecord[]>('GET', path, teacher.token);
  return Object.fromEntries(marks.map(({ student, status }) => [student.name, status]));
};
const COUNT_WHOLE_ROWS = `(() => {
  const head = document.querySelector('.roster thead').getBoundingClientRect().bottom;
  const nav = document.querySelector('.area-nav').getBoundingClientRect();
  const end = Math.min(
    document.querySelector('.roster-scroll').getBoundingClientRect().bottom,
    nav.top > 0 && nav.top > innerHeight / 2 ? nav.top : innerHeight,
  );
  return [...document.querySelectorAll('tr[data-index]')].filter((row) => {
    const { top, bottom, height } = row.getBoundingClientRect();
    return top >= head - 1 && bottom <= end + 1 && height === 44;
  }).length;
})()`;

test('The list shows at least 14, 8 and 6 complete rows at three window sizes, in light and dark, without axe violations', async ({
  page,
  campus,
}) => {
  const world = await largeClass(campus, { marked: 20 });
  const complaints = watchConsole(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, world);
  for (const [width, height, whole] of [
    [1440, 900, 14],
    [1024, 768, 8],
    [390, 844, 6],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectToFit(page);
    await expect
      .poll(() => page.evaluate<number>(COUNT_WHOLE_ROWS), { message: `${width} × ${height}` })
      .toBeGreaterThanOrEqual(whole);
  }
  // The counters stay visible, even on a phone in landscape, where the list is taller than the window.
  for (const [width, height] of [
    [667, 375],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.locator('.roster-scroll').evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await page.mouse.move(width / 2, height / 2);
    await page.mouse.wheel(0, 10_000);
    await expect(page.locator('.roster-counts')).toBeInViewport({ ratio: 1 });
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.reload();
    await expect(rows(page).first()).toBeVisible();
    expect(await findViolations(page), colorScheme).toEqual([]);
  }
  expect(complaints).toEqual([]);
});

test('Two clicks 160 ms apart on one spot mark one student, even if updates arrive between them', async ({
  page,
  campus,
}) => {
  const world = await largeClass(campus, { students: 20 });
  const { session, teacher, students } = world;
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, world, '?show=missing');
  const third = rows(page).nth(2);
  const name = (await third.locator(NAME).textContent()) ?? '';
  const above = (await rows(page).first().locator(NAME).textContent()) ?? '';
  const box = await third.getByRole('button', { name: `Present: ${name}` }).boundingBox();
  if (!box) throw new Error('the button is not drawn');
  await page.mouse.move(box.x + 10, box.y + 10);
  const { id } = students.find((student) => student.name === above)!;
  const scan = campus.call('POST', '/api/attendance/statuses', teacher.token, {
    sessionId: session._id,
    status: 'LATE',
    students: [{ studentId: id }],
  });
  // Each press lasts 80 ms, so the presses are 160 ms apart.
  await page.mouse.click(box.x + 10, box.y + 10, { clickCount: 2, delay: 80 });
  await scan;
  await expect(rowOf(page, name)).toContainText('Present');
  await expect(rowOf(page, above)).toContainText('Late');
  await expect(
    page.getByRole('button', { name: '2 new' }).or(page.getByRole('button', { name: '1 new' })),
  ).toBeVisible();
  expect(await statusesOf(campus, world)).toEqual({ [name]: 'PRESENT', [above]: 'LATE' });
  await expect(rows(page).nth(2).locator(NAME)).toHaveText(name);

  await page.keyboard.press('Control+z');
  await expect.poll(() => statusesOf(campus, world)).toEqual({ [above]: 'LATE' });
  await page.mouse.move(5, 300);
  await page.getByRole('heading', { level: 1 }).click();
  await expect(rowOf(page, above)).toHaveCount(0);
});

test('A whole class is marked by keyboard: letters set a status and move to the next row, and Ctrl+Z undoes each step', async ({
  page,
  campus,
}) => {
  const world = await largeClass(campus, { students: 30 });
  await page.setViewportSize({ width: 1024, height: 768 });
  await open(page, world);
  // The list is a single tab stop, after the checkbox that selects all.
  const isRow = () => page.evaluate<boolean>(`document.activeElement.matches('tr[data-index]')`);
  for (let stops = 0; stops < 40 && !(await isRow()); stops += 1) {
    await page.keyboard.press('Tab');
    const seen = await page.evaluate<boolean>(
      `(() => { const { width, height } = document.activeElement.getBoundingClientRect(); return width > 4 && height > 4; })()`,
    );
    expect(seen, 'what has the focus is visible').toBe(true);
  }
  const [first = ''] = await rows(page).first().locator(NAME).allTextContents();
  await expect(rowOf(page, first)).toBeFocused();
  const keys = { p: 'PRESENT', l: 'LATE', a: 'ABSENT', e: 'EXCUSED' };
  const expected: Record<string, string> = {};
  for (let index = 0; index < world.students.length; index += 1) {
    const [key, status] = Object.entries(keys)[index % 4]!;
    expected[await page.locator(`:focus ${NAME}`).innerText()] = status;
    await page.keyboard.press(key);
  }
  expect(Object.keys(expected)).toHaveLength(world.students.length);
  await expect.poll(() => statusesOf(campus, world)).toEqual(expected);
  for (let count = 0; count < 29; count += 1) await page.keyboard.press('Control+z');
  await expect.poll(() => statusesOf(campus, world)).toEqual({ [first]: 'PRESENT' });
  await page.keyboard.press('Home');
  await page.keyboard.press('Delete');
  await expect.poll(() => statusesOf(campus, world)).toEqual({});
});

test('The session is edited in a drawer beside its code, and the confirmation to end it states the number of absences', async ({
  page,
  campus,
}) => {
  const world = await largeClass(campus, { students: 12, marked: 4 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, world);
  await page.getByRole('button', { name: 'Edit' }).click();
  const drawer = page.getByRole('dialog', { name: 'Edit class' });
  await expect(drawer.getByRole('heading')).toBeFocused();
  await expect(page.locator('[data-qr]').first()).toBeInViewport({ ratio: 1 });
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Edit' })).toBeFocused();

  // The page has no action for marking manually, because the rows have status buttons.
  await expect(page.locator('.cockpit-actions > *')).toHaveText([
    'Code and details',
    'Projector view',
    'Edit',
    'Cancel class',
    'End Session',
  ]);
  const CLEAR = 'rgba(0, 0, 0, 0)';
  await expect(page.getByRole('button', { name: 'Cancel class' })).toHaveCSS('background-color', CLEAR);
  await expect(page.getByRole('button', { name: 'End Session' })).not.toHaveCSS('background-color', CLEAR);

  await page.getByRole('button', { name: 'Code and details' }).click();
  await expect(page.locator('[data-qr]')).toHaveCount(0);
  await page.getByRole('button', { name: 'End Session' }).click();
  await expect(page.getByRole('dialog')).toContainText('8 students have no mark');
  await page.getByRole('dialog').getByRole('button', { name: 'End Session' }).click();
  await expect(page.getByRole('tab', { name: 'Absent 8' })).toBeVisible();
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await expect(page.getByText('Late from').locator('xpath=following-sibling::*')).toHaveText(/^\d\d:\d\d$/);
});

test('The title of a class and its search placeholder are fully visible beside all buttons', async ({
  page,
  campus,
}) => {
  const teacher = await campus.teacher();
  const course = await campus.call<Course>('POST', '/api/courses', teacher.token, {
    name: 'Data Structures and Algorithms',
    code: `CS${Date.now() % 1e5}`,
    semester: 3,
  });
  const { _id } = await campus.session(teacher, course, { refreshInterval: 300 });
  await signInAs(page, teacher);
  await page.goto(`/teacher/sessions/${_id}`);
  const title = page.getByRole('heading', { level: 1 });
  for (const [width, height] of [
    [1440, 900],
    [1280, 800],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(page.getByRole('button', { name: 'End Session' })).toBeVisible();
    const cut = await title.evaluate(
      (node) => node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight + 1,
    );
    expect(cut, `the title at ${width}`).toBe(false);
    const room = await page.evaluate<number>(`(() => {
      const field = document.querySelector('input[type="search"]');
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      const pen = document.createElement('canvas').getContext('2d');
      pen.font = font;
      const text = pen.measureText(field.placeholder).width;
      return field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - text;
    })()`);
    expect(room, `room beside the hint at ${width}`).toBeGreaterThanOrEqual(0);
  }
});
