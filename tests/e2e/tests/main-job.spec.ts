import { chromium as browserType, type Page } from '@playwright/test';
import { cameraArguments, noisyPicture, pointCameraAt } from '../support/camera.ts';
import { PASSWORD, PIN } from '../support/campus.ts';
import { choose } from '../support/forms.ts';
import { wholeChromium } from '@qr-attendance/tooling/chromium';
import { expect, test, watchConsole } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

const register = async (page: Page, name: string, userType: 'Teacher' | 'Student') => {
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
  await page.getByLabel('Full Name').fill(name);
  await page.getByLabel('Email').fill(`${userType}.${Date.now()}@campus.example`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByText(userType, { exact: true }).click();
  await choose(page, 'Department', 'Computer Science');
  if (userType === 'Teacher') {
    await page.getByLabel('Employee ID').fill('E-1815');
  } else {
    await page.getByLabel('USN').fill(crypto.randomUUID());
    await page.getByLabel('Registration Number').fill(crypto.randomUUID());
    await choose(page, 'Semester', '3');
  }
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
};

test('A class runs from registration to roster, and the student’s camera reads the teacher’s screen', async ({
  page: teacher,
  url,
}, testInfo) => {
  test.slow();
  const camera = testInfo.outputPath('camera.y4m');
  await pointCameraAt(camera, noisyPicture());
  const phone = await browserType.launch(wholeChromium(cameraArguments(camera)));
  const student = await phone.newPage({
    baseURL: url,
    serviceWorkers: 'allow',
    viewport: { width: 360, height: 740 },
    permissions: ['camera', 'geolocation'],
    geolocation: { latitude: 52.5, longitude: 13.4, accuracy: 10 },
  });
  const complaints = [watchConsole(teacher), watchConsole(student)];
  await teacher.context().grantPermissions(['geolocation']);
  await teacher.context().setGeolocation({ latitude: 52.5002, longitude: 13.4, accuracy: 10 });

  await register(teacher, 'Ada Lovelace', 'Teacher');
  await teacher
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Courses' })
    .click();
  await teacher.getByRole('button', { name: 'Add New Course' }).click();
  await teacher.getByLabel('Course Name').fill('Analytical Engines');
  await teacher.getByLabel('Course Code').fill('AE101');
  await choose(teacher, 'Semester', '3');
  await teacher.getByRole('button', { name: 'Create Course' }).click();
  await expect(teacher.getByText('Course created successfully')).toBeVisible();

  await teacher.getByRole('link', { name: /Generate QR for AE101/ }).click();
  await teacher.getByRole('switch', { name: 'Require Location Verification' }).click();
  await teacher.getByRole('button', { name: 'Generate QR Code' }).click();
  await teacher.getByRole('link', { name: 'See who arrives' }).click();
  await expect(teacher.getByText('No attendance records yet')).toBeVisible();

  await register(student, 'Grace Hopper', 'Student');
  await student
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Enroll' })
    .click();
  await student.getByRole('button', { name: 'Enroll in Analytical Engines' }).click();
  await expect(student.getByText('Successfully enrolled in the course!')).toBeVisible();

  await student
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Security' })
    .click();
  await student.getByLabel('PIN', { exact: true }).fill(PIN);
  await student.getByLabel('Confirm PIN').fill(PIN);
  await student.getByRole('button', { name: 'Set PIN' }).click();
  await expect(student.getByText('PIN set successfully')).toBeVisible();
  await student.getByRole('button', { name: 'Register Device' }).click();
  await expect(student.getByText('Device registered successfully')).toBeVisible();

  await student
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Scan' })
    .click();
  // The code may change during the scan, so the phone scans again, like a person would.
  await expect(async () => {
    await pointCameraAt(camera, await teacher.locator('[data-qr]').first().screenshot());
    // A late scan may have opened the page of an expired code, so each attempt starts at the scanner.
    await student.goto(new URL('/student/scan', student.url()).href);
    await student.getByRole('button', { name: 'Start Scanning' }).click();
    await student.waitForURL('**/attendance/*', { timeout: 20_000 });
    await expect(student.getByText('Analytical Engines').first()).toBeVisible();
  }).toPass();

  await student.getByRole('button', { name: 'Verify My Location' }).click();
  await student.getByLabel('PIN').fill(PIN);
  await student.getByRole('button', { name: 'Mark My Attendance' }).click();
  await expect(student.getByText('Attendance Marked!')).toBeVisible();

  const row = teacher.getByRole('row').filter({ hasText: 'Grace Hopper' });
  await expect(row).toContainText('Present');
  await expect(teacher.getByText('No attendance records yet')).toBeHidden();

  await teacher.getByRole('button', { name: 'End Session' }).click();
  await teacher.getByRole('dialog').getByRole('button', { name: 'End Session' }).click();
  await expect(teacher.locator('[data-qr]')).toHaveCount(0);
  expect(complaints).toEqual([[], []]);
  await phone.close();
});
