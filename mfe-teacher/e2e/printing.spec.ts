import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, signInAs, test } from '@qr-attendance/e2e/support/test';
import { newStudent, runningClass } from '@qr-attendance/e2e/support/world';

const STUDENTS = 60;

const printed = async (page: Page) => {
  await page.evaluate("window.print = () => document.documentElement.classList.add('asked-to-print')");
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(page.locator('html.asked-to-print')).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
};
const widthOnPaper = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth');
const A4 = { width: 794, height: 1_123 };
/** The size of a landscape page without the margins of 10 mm. */
const A4_LANDSCAPE = { width: 1_047, height: 718 };
const SESSIONS = 60;

test('A report prints all records that match the filters, without the menu, at the width of A4', async ({
  page,
  campus,
}, testInfo) => {
  const world = await runningClass(campus);
  const students: { studentId: string }[] = [];
  for (let index = 0; index < STUDENTS; index += 1) {
    const student = await campus.student(`Student with a long name, number ${index}`);
    await campus.enroll(student, world.course);
    students.push({ studentId: student.id });
  }
  await expect(async () => {
    const answer = await campus.call<{ marks: unknown[] }>(
      'POST',
      '/api/attendance/statuses',
      world.teacher.token,
      {
        sessionId: world.session._id,
        status: 'PRESENT',
        students,
      },
    );
    expect(answer.marks).toHaveLength(STUDENTS);
  }).toPass();
  await page.setViewportSize({ width: 1_440, height: 900 });
  await signInAs(page, world.teacher);
  await page.goto(`/teacher/reports?course=${world.course._id}`);
  const rows = page.locator('.responsive-table tbody tr');
  await expect(rows).toHaveCount(50);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('This printout has the newest 50 records.')).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  await printed(page);
  await expect(rows).toHaveCount(STUDENTS);
  await expect(page.getByText(/^This printout has/)).toHaveCount(0);
  await page.setViewportSize(A4);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  expect(await widthOnPaper(page)).toBeLessThanOrEqual(A4.width);
  const pdf = await page.pdf({ format: 'A4', path: testInfo.outputPath('report.pdf') });
  expect(pdf.length).toBeGreaterThan(10_000);
});

test('A student’s records can be downloaded or printed with two clicks', async ({
  page,
  campus,
}, testInfo) => {
  const world = await runningClass(campus);
  const { teacher, course, session, student } = world;
  const other = await newStudent(campus, world, 'Alan Turing');
  await expect(async () => {
    const students = [student, other].map(({ id }) => ({ studentId: id }));
    const body = { sessionId: session._id, status: 'LATE', students };
    const answer = await campus.call<{ marks: unknown[] }>(
      'POST',
      '/api/attendance/statuses',
      teacher.token,
      body,
    );
    expect(answer.marks).toHaveLength(2);
  }).toPass();
  await signInAs(page, teacher);
  await page.goto(`/teacher/courses/${course._id}/students`);
  const [grid] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(grid.suggestedFilename()).toBe('course-attendance.csv');
  const file = testInfo.outputPath('grid.csv');
  await grid.saveAs(file);
  expect(await readFile(file, 'utf8')).toContain(student.name);

  await page.getByRole('link', { name: student.name }).click();
  await expect(page.getByRole('heading', { level: 1, name: student.name })).toBeVisible();
  const [own] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  await own.saveAs(file);
  const rows = await readFile(file, 'utf8');
  expect(rows).toContain('"LATE"');
  expect(rows).not.toContain(other.name);
  await printed(page);
  await page.setViewportSize(A4);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByText('Extra time').first()).toBeHidden();
  expect(await widthOnPaper(page)).toBeLessThanOrEqual(A4.width);
  await page.pdf({ format: 'A4', path: testInfo.outputPath('student.pdf') });
});

test('The grid of a course prints all 60 sessions', async ({ page, campus }, testInfo) => {
  const { teacher, course, student, session: newest } = await runningClass(campus);
  for (let day = 1; day < SESSIONS; day += 1) {
    const startTime = new Date(Date.now() - day * 86_400_000).toISOString();
    const { _id } = await campus.session(teacher, course, { startTime, date: startTime.slice(0, 10) });
    await campus.call('PATCH', `/api/sessions/${_id}`, teacher.token, { active: false });
  }
  await signInAs(page, teacher);
  await expect(async () => {
    await page.goto(`/teacher/courses/${course._id}/students`);
    await expect(page.getByRole('link', { name: student.name })).toBeVisible();
    await expect(page.locator('.course-grid thead .grid-cell')).toHaveCount(SESSIONS, { timeout: 2_000 });
  }).toPass();
  await printed(page);
  await page.setViewportSize(A4_LANDSCAPE);
  const cut = await page.evaluate<number>(`(() => {
    const cells = [...document.querySelectorAll('.course-grid th, .course-grid td, .grid-session, .status-letter')];
    return cells.filter((cell) => {
      const box = cell.getBoundingClientRect();
      const own = cell.closest('th, td')?.getBoundingClientRect() ?? box;
      return box.right > innerWidth || box.left < 0 || box.right > own.right + 1 || box.width === 0;
    }).length;
  })()`);
  expect(cut).toBe(0);
  await expect(page.locator(`a[href$="${newest._id}"]`)).toBeVisible();
  const pdf = await page.pdf({ preferCSSPageSize: true, path: testInfo.outputPath('grid.pdf') });
  // The page with the grid is in landscape: A4 is 595 by 842 points.
  expect(pdf.toString('latin1')).toMatch(/\/MediaBox \[0 0 84[12](\.\d+)? 59[45](\.\d+)?\]/);
});
