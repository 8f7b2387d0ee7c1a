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

/** Goes through the marking page of a student with the default preferences, up to the last button. */
export const enterPin = async (page: Page, pin = PIN): Promise<void> => {
  await page.getByLabel('PIN', { exact: true }).fill(pin);
  await expect(page.getByRole('button', { name: 'Mark My Attendance' })).toBeVisible();
};
