import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, signInAs, test } from '../support/test.ts';
import { runningClass } from '../support/world.ts';

/** More than a page of the list. */
const STUDENTS = 60;

/** What the browser shows on A4, once "Print" was pressed. */
const printed = async (page: Page) => {
  await page.evaluate("window.print = () => document.documentElement.classList.add('asked-to-print')");
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(page.locator('html.asked-to-print')).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
};
/** Nothing reaches beyond the paper's width, which an A4 page in portrait has in CSS pixels. */
const widthOnPaper = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth');
const A4 = { width: 794, height: 1_123 };

test('a report is printed with all records of the choice, without the menu, as wide as A4', async ({
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
        ...{ sessionId: world.session._id, status: 'PRESENT', students },
      },
    );
    expect(answer.marks).toHaveLength(STUDENTS);
  }).toPass();
  await page.setViewportSize({ width: 1_440, height: 900 });
  await signInAs(page, world.teacher);
  await page.goto(`/teacher/reports?course=${world.course._id}`);
  const rows = page.locator('.responsive-table tbody tr');
  await expect(rows).toHaveCount(50);

  // The browser's own menu prints what is on the page, and says that it is not all.
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

test('one student is two presses away as a file, and as a page of paper', async ({
  page,
  campus,
}, testInfo) => {
  const { teacher, course, session, student } = await runningClass(campus);
  await expect(async () => {
    const answer = await campus.call<{ marks: unknown[] }>(
      'POST',
      '/api/attendance/statuses',
      teacher.token,
      {
        ...{ sessionId: session._id, status: 'LATE', students: [{ studentId: student.id }] },
      },
    );
    expect(answer.marks).toHaveLength(1);
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
  expect(await readFile(file, 'utf8')).toContain('"LATE"');
  await printed(page);
  await page.setViewportSize(A4);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveCount(0);
  expect(await widthOnPaper(page)).toBeLessThanOrEqual(A4.width);
  await page.pdf({ format: 'A4', path: testInfo.outputPath('student.pdf') });
});
