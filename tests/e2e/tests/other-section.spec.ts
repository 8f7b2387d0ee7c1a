import type { Course } from '@qr-attendance/contracts';
import type { Page } from '@playwright/test';
import { expect, expectToFit, signInAs, test } from '../support/test.ts';
import { runningClass } from '../support/world.ts';

const BEFORE = 'This class is for section 1; you are in B.';
const NOT_COUNTED = 'It is recorded and does not count.';

const expectNote = async (page: Page, title: string): Promise<void> => {
  const main = page.getByRole('main');
  await expect(main.getByText(title)).toBeVisible();
  await expect(main.getByText(NOT_COUNTED)).toBeVisible();
  await expectToFit(page);
};

test('A student of another section sees before and after marking that the scan does not count', async ({
  page,
  campus,
}) => {
  const { teacher, student, course } = await runningClass(campus);
  const [first] = course.sections;
  const { sections } = await campus.call<Course>(
    'POST',
    `/api/courses/${course._id}/sections`,
    teacher.token,
    { name: 'B' },
  );
  const other = sections.find(({ name }) => name === 'B');
  await campus.call('POST', `/api/courses/${course._id}/students/${student.id}/move`, teacher.token, {
    sectionId: other?._id,
  });
  const covered = { courseId: course._id, sectionId: first?._id ?? '' };
  // The class starts now, because a student who is moved during a class counts in that class.
  const startTime = new Date().toISOString();
  const session = await campus.session(teacher, course, {
    refreshInterval: 300,
    sections: [covered],
    startTime,
  });
  await signInAs(page, student);
  // The event about the move may not have arrived yet.
  await expect(async () => {
    const scan = await campus.scan(student, session.qrCode ?? '');
    expect(scan.otherSection).toEqual({ covered: ['1'], own: 'B' });
  }).toPass();

  await page.goto(`/attendance/${session.qrCode ?? ''}`);
  await expectNote(page, BEFORE);
  await page.getByRole('button', { name: 'Mark My Attendance' }).click();
  await expect(page.getByRole('heading', { name: 'Attendance Marked!' })).toBeVisible();
  await expectNote(page, BEFORE);

  await page.goto('/student');
  await expect(page.getByText('does not count').first()).toBeVisible();
  await page.goto('/student/history');
  await expect(page.getByText('does not count').first()).toBeVisible();
  await page.getByRole('button', { name: /^Open Algorithms/ }).click();
  await expect(
    page.getByText('You were in none of the sections of this class.', { exact: false }),
  ).toBeVisible();
});

test('A student of a section that the class covers sees no note', async ({ page, campus }) => {
  const { teacher, student, course } = await runningClass(campus);
  const covered = { courseId: course._id, sectionId: course.sections[0]?._id ?? '' };
  const session = await campus.session(teacher, course, { refreshInterval: 300, sections: [covered] });
  await signInAs(page, student);
  await page.goto(`/attendance/${session.qrCode ?? ''}`);
  await page.getByRole('button', { name: 'Mark My Attendance' }).click();
  await expect(page.getByRole('heading', { name: 'Attendance Marked!' })).toBeVisible();
  await expect(page.getByText(NOT_COUNTED)).toHaveCount(0);
  await page.goto('/student/history');
  await expect(page.getByRole('button', { name: /^Open Algorithms/ })).toBeVisible();
  await expect(page.getByText('does not count')).toHaveCount(0);
});

test('A guest sees that the mark does not count', async ({ page, campus }) => {
  const { teacher, course, session } = await runningClass(campus);
  await campus.call('PUT', `/api/courses/${course._id}/enrollment-settings`, teacher.token, {
    mode: 'OPEN',
    mayLeave: false,
    guests: true,
  });
  const guest = await campus.student('Alan Turing');
  await campus.call('POST', '/api/auth/update-security', guest.token, {
    securityPreferences: {
      requirePin: false,
      requireBiometric: false,
      requireDeviceVerification: false,
      requireSelfie: false,
    },
  });
  await signInAs(page, guest);
  await page.goto(`/attendance/${session.qrCode ?? ''}`);
  await expect(page.getByText('It counts once you belong to the course.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Mark as a guest' }).click();
  await expect(page.getByText('You are recorded as a guest. It does not count.')).toBeVisible();
});
