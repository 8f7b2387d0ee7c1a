import { randomUUID } from 'node:crypto';
import type { Course, Unit } from '@qr-attendance/contracts';
import { verifyEmail } from '@qr-attendance/e2e/support/emails';
import { expect, expectToFit, signInAs, test } from '@qr-attendance/e2e/support/test';

const weeklyEvent = (): string => {
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//campus//timetable//EN',
    'BEGIN:VEVENT',
    'UID:optics',
    `DTSTAMP:${day}T000000Z`,
    'SUMMARY:Optics',
    'RRULE:FREQ=WEEKLY;COUNT=4',
    `DTSTART:${day}T130000`,
    `DTEND:${day}T143000`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
};

test('A new program administrator sees only the courses of the faculty, and opens a course', async ({
  page,
  browser,
  campus,
  admin,
  url,
}) => {
  const word = randomUUID().slice(0, 8);
  const createUnit = (name: string) =>
    campus.call<Unit>('POST', '/api/units', admin.token, { kind: 'faculty', name });
  const [science, law] = [await createUnit(`Science ${word}`), await createUnit(`Law ${word}`)];
  const teacher = await campus.teacher();
  const createCourse = (code: string, unitId: string) =>
    campus.call<Course>('POST', '/api/courses', teacher.token, { name: 'Optics', code, semester: 1, unitId });
  const course = await createCourse(`SCI-${word}`, science._id);
  await createCourse(`LAW-${word}`, law._id);
  const colleague = await campus.teacher('Paula Program');
  await verifyEmail(url, colleague.email);

  await signInAs(page, admin);
  await page.goto('/admin/staff');
  await page.getByRole('button', { name: 'Give a role' }).click();
  const drawer = page.getByRole('dialog', { name: 'Give a role' });
  await drawer.getByLabel('Email address or employee number').fill(colleague.email);
  await drawer.getByRole('combobox', { name: 'Unit' }).fill(`Science ${word}`);
  await page.keyboard.press('Enter');
  await drawer.getByRole('button', { name: 'Give the role' }).click();
  await expect(page.getByText('Role saved')).toBeVisible();

  const other = await browser.newPage({ baseURL: url });
  await signInAs(other, colleague);
  await other.goto('/');
  await other.getByRole('link', { name: 'Go to Administration' }).click();
  await expect(other.getByRole('heading', { level: 1, name: 'Administration' })).toBeVisible();
  await expect(other.getByText(`Science ${word}`).first()).toBeVisible();
  const nav = other.getByRole('navigation', { name: 'Main navigation' });
  await expect(nav.getByRole('link', { name: 'People' })).toHaveCount(0);
  await nav.getByRole('link', { name: 'Courses' }).click();
  await other.getByLabel('Search by code, name or teacher').fill(word);
  await expect(other.getByText(`SCI-${word}`)).toBeVisible();
  await expect(other.getByText(`LAW-${word}`)).toHaveCount(0);
  await expectToFit(other);
  await other.getByRole('link', { name: `Open SCI-${word}` }).click();
  await expect(other).toHaveURL(new RegExp(`/teacher/courses/${course._id}$`));
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Optics');

  // The timetable of a course can come from a calendar file.
  await other.getByRole('link', { name: 'Plan classes' }).click();
  await other.getByLabel('Fill in from a calendar file (.ics)').setInputFiles({
    name: 'optics.ics',
    mimeType: 'text/calendar',
    buffer: Buffer.from(weeklyEvent(), 'utf8'),
  });
  await other.getByRole('button', { name: 'Plan 4 classes' }).click();
  await expect(other).toHaveURL(new RegExp(`/teacher/courses/${course._id}$`));
  await expect(other.getByText(/13:00–14:30/)).toBeVisible();
  await other
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Administration' })
    .click();
  await expect(other.getByRole('heading', { level: 1, name: 'Administration' })).toBeVisible();
  // Only administrators can open the accounts page.
  await other.goto('/admin/people');
  await expect(other).toHaveURL(/\/$/);
  await other.close();
});
