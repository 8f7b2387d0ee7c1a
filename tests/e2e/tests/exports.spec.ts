import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { PNG } from 'pngjs';
import { choose } from '../support/forms.ts';
import { expect, signInAs, test } from '../support/test.ts';
import { runningClass } from '../support/world.ts';

const run = promisify(execFile);
const zbarimg = (file: string) => run('zbarimg', ['--quiet', '--raw', file]);
const hasZbar = await run('zbarimg', ['--version']).then(
  () => true,
  () => false,
);

test('The downloaded PNG is named after course and date and contains the URL', async ({
  page,
  campus,
}, testInfo) => {
  test.skip(!hasZbar, 'zbarimg (Debian: zbar-tools) is not on this machine');
  const { teacher, course } = await runningClass(campus);
  await signInAs(page, teacher);
  await page.goto('/teacher/generate');
  await choose(page, 'Course', `${course.name} (${course.code})`);
  await page.getByRole('button', { name: 'Generate QR Code' }).click();
  await expect(page.locator('[data-qr]').first()).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  const today = new Intl.DateTimeFormat('en-CA').format(new Date());
  expect(download.suggestedFilename()).toBe(`${course.code}-${today}.png`);
  const file = testInfo.outputPath('code.png');
  await download.saveAs(file);
  const url = (await zbarimg(file)).stdout.trim();
  expect(url).toMatch(new RegExp(`^${new URL(page.url()).origin}/attendance/[0-9A-Z]{8}$`));
  await expect(page.getByRole('link', { name: url })).toBeVisible();
  const { width, height } = PNG.sync.read(await readFile(file));
  expect(width).toBe(height);
});

const rowsOf = async (file: string): Promise<string[][]> => {
  const bytes = await readFile(file);
  expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
  return parse(bytes, { bom: true });
};

test('The CSV file of each report contains the filtered rows and escapes formulas', async ({
  page,
  campus,
  context,
}, testInfo) => {
  const world = await runningClass(campus);
  const hostile = await campus.student('=cmd|"/c calc"!A1');
  await campus.enroll(hostile, world.course);
  await campus.prepare(hostile);
  for (const student of [world.student, hostile]) {
    const { ticket } = await campus.scan(student, world.session.qrCode ?? '');
    await campus.mark(student, { ticket, pin: '2468' });
  }
  const exported = async (name: string) => {
    const button = page.getByRole('button', { name: 'Export CSV' });
    await expect(button).toBeEnabled();
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(download.suggestedFilename()).toBe(name);
    const file = testInfo.outputPath(name);
    await download.saveAs(file);
    return rowsOf(file);
  };

  await signInAs(page, world.teacher);
  await page.goto(`/teacher/reports?course=${world.course._id}&status=PRESENT`);
  const [header, ...rows] = await exported('attendance-report.csv');
  expect(header).toEqual(['Date', 'Time', 'Course', 'Student', 'Email', 'Status']);
  expect(rows.map(([, , , student]) => student).sort()).toEqual(
    ['Grace Hopper', `'=cmd|"/c calc"!A1`].sort(),
  );
  expect(rows.map((row) => row[5])).toEqual(['PRESENT', 'PRESENT']);
  await page.goto('/teacher/reports?status=ABSENT');
  await expect(page.getByText('No records found for the selected filters.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled();

  await context.clearCookies();
  await signInAs(page, world.student);
  await page.goto('/student/reports');
  const own = await exported('my-attendance-report.csv');
  expect(own[0]).toEqual(['Date', 'Time', 'Course', 'Status']);
  expect(own).toHaveLength(2);
});
