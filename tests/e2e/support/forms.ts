import { expect, type Page } from '@playwright/test';
import { PASSWORD, PIN } from './campus.ts';

/** Chooses from one of antd's selects. */
export const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await page.getByLabel(label, { exact: true }).click();
  // What is chosen already has the same title.
  await page
    .locator('.ant-select-item-option')
    .and(page.getByTitle(option, { exact: true }))
    .click();
};

export const fillLogin = async (page: Page, email: string, password = PASSWORD): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
};

/** Fills the registration form but for sending it. */
export const fillRegistration = async (
  page: Page,
  { name = 'Grace Hopper', userType = 'Student' as 'Teacher' | 'Student', confirm = PASSWORD } = {},
): Promise<void> => {
  await page.getByLabel('Full Name').fill(name);
  await page.getByLabel('Email').fill(`${userType}.${crypto.randomUUID()}@campus.example`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(confirm);
  await page.getByText(userType, { exact: true }).click();
  await choose(page, 'Department', 'Computer Science');
  if (userType === 'Teacher') {
    await page.getByLabel('Employee ID').fill('E-1815');
    return;
  }
  await page.getByLabel('USN').fill('1RV26CS001');
  await page.getByLabel('Registration Number').fill('R-1906');
  await choose(page, 'Semester', '3');
};

/** Opens the form and fills it but for sending it. */
export const fillNewCourse = async (
  page: Page,
  { name = 'Algorithms', code = 'CS201' } = {},
): Promise<void> => {
  await page.getByRole('button', { name: 'Add New Course' }).click();
  await page.getByLabel('Course Name').fill(name);
  await page.getByLabel('Course Code').fill(code);
  await choose(page, 'Semester', '3');
};

export const fillPin = async (page: Page, pin = PIN, confirm = pin): Promise<void> => {
  await page.getByLabel('PIN', { exact: true }).fill(pin);
  await page.getByLabel('Confirm PIN').fill(confirm);
};

/** Goes through the marking page of a student with the default preferences, up to the last button. */
export const enterPin = async (page: Page, pin = PIN): Promise<void> => {
  await page.getByLabel('PIN', { exact: true }).fill(pin);
  await expect(page.getByRole('button', { name: 'Mark My Attendance' })).toBeVisible();
};
