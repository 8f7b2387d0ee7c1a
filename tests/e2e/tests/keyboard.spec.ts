import type { Page } from '@playwright/test';
import { PASSWORD, PIN } from '../support/campus.ts';
import { choose, press, tabTo, typeInto } from '../support/keyboard.ts';
import { expect, test } from '../support/test.ts';

const register = async (page: Page, name: string, userType: 'Teacher' | 'Student') => {
  await page.goto('/register');
  await typeInto(page, 'Full Name', name);
  await typeInto(page, 'Email', `${crypto.randomUUID()}@campus.example`);
  await typeInto(page, 'Password', PASSWORD);
  await typeInto(page, 'Confirm Password', PASSWORD);
  await tabTo(page, page.getByRole('radio', { name: 'Student' }));
  if (userType === 'Teacher') await page.keyboard.press('ArrowRight');
  await choose(page, 'Department', 'Electronics');
  if (userType === 'Teacher') {
    await typeInto(page, 'Employee ID', 'E-1');
  } else {
    await typeInto(page, 'USN', crypto.randomUUID().slice(0, 8));
    await typeInto(page, 'Registration Number', crypto.randomUUID().slice(0, 8));
    await choose(page, 'Semester', '3');
  }
  await press(page, 'button', 'Register');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
};

// A trace of hundreds of key presses would take longer than the presses.
test.use({ trace: 'off' });

test('Marking attendance works with the keyboard alone', async ({ page: teacher, browser, url }) => {
  const student = await browser.newPage({ baseURL: url });
  const course = `Keyboards ${crypto.randomUUID().slice(0, 8)}`;
  await register(teacher, 'Ada Lovelace', 'Teacher');
  await press(teacher, 'link', 'Courses');
  await press(teacher, 'button', 'Add New Course');
  await typeInto(teacher, 'Course Name', course);
  await typeInto(teacher, 'Course Code', 'KB101');
  await choose(teacher, 'Semester', '2');
  await press(teacher, 'button', 'Create Course');
  await expect(teacher.getByText('Course created successfully')).toBeVisible();
  await press(teacher, 'link', /Generate QR for KB101/);
  await press(teacher, 'button', 'Generate QR Code');
  await press(teacher, 'link', 'See who arrives');
  await expect(teacher.getByText('No attendance records yet')).toBeVisible();

  await register(student, 'Grace Hopper', 'Student');
  await press(student, 'link', 'Enroll');
  await expect(student.getByRole('button', { name: /^Enroll in/ }).first()).toBeVisible();
  // The search is shown if other tests have created more courses than fit on one page.
  if (await student.getByRole('searchbox').isVisible()) await typeInto(student, 'Search', course);
  await press(student, 'button', `Enroll in ${course}`);
  await expect(student.getByText('Successfully enrolled in the course!')).toBeVisible();
  await press(student, 'link', 'Security');
  await typeInto(student, 'PIN', PIN);
  await typeInto(student, 'Confirm PIN', PIN);
  await press(student, 'button', 'Set PIN');
  await expect(student.getByText('PIN set successfully')).toBeVisible();
  await press(student, 'button', 'Register Device');
  await expect(student.getByText('Device registered successfully')).toBeVisible();
  await press(student, 'link', 'Scan');
  await expect(student.getByRole('heading', { name: 'Scan QR Code' })).toBeVisible();
  await tabTo(student, student.getByRole('textbox'));
  const code = await teacher.getByTestId('typed-code').first().textContent();
  await student.keyboard.type(code ?? '');
  await student.keyboard.press('Enter');

  await typeInto(student, 'PIN', PIN);
  await press(student, 'button', 'Mark My Attendance');
  await expect(student.getByText('Attendance Marked!')).toBeVisible();
  await expect(teacher.getByRole('row').filter({ hasText: 'Grace Hopper' })).toContainText('Present');
  await press(teacher, 'button', 'End Session');
  const dialog = teacher.getByRole('dialog');
  await tabTo(teacher, dialog.getByRole('button', { name: 'End Session' }));
  await teacher.keyboard.press('Enter');
  await expect(teacher.locator('[data-qr]')).toHaveCount(0);
  await student.close();
});
