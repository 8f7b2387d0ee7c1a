import { expect, type Locator, type Page } from '@playwright/test';
import { PASSWORD, PIN } from './campus.ts';

/** Lists of options that open or close: what moves between press and release of the mouse is not chosen. */
const MOVING = ['enter', 'appear', 'leave'].map((phase) => `.ant-select-dropdown[class*="-${phase}"]`).join();

/** Chooses from one of antd's selects. `press`: how its list and the option are pressed. */
export const choose = async (
  page: Page,
  label: string,
  option: string,
  press = (target: Locator): Promise<void> => target.click(),
): Promise<void> => {
  await press(page.getByLabel(label, { exact: true }));
  await expect(page.locator('.ant-select-dropdown:visible')).not.toHaveCount(0);
  await expect(page.locator(MOVING)).toHaveCount(0);
  // What is chosen already has the same title.
  await press(page.locator('.ant-select-item-option').and(page.getByTitle(option, { exact: true })));
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
