import { expect, type Locator, type Page } from '@playwright/test';
import { PASSWORD, PIN } from './campus.ts';

/** Matches a list that is opening or closing; a click on a moving option has no effect. */
const MOVING = ['enter', 'appear', 'leave'].map((phase) => `.ant-select-dropdown[class*="-${phase}"]`).join();

export const choose = async (
  page: Page,
  label: string,
  option: string,
  press = (target: Locator): Promise<void> => target.click(),
): Promise<void> => {
  await press(page.getByLabel(label, { exact: true }));
  await expect(page.locator('.ant-select-dropdown:visible')).not.toHaveCount(0);
  await expect(page.locator(MOVING)).toHaveCount(0);
  // The selected value has the same title as its option.
  await press(page.locator('.ant-select-item-option').and(page.getByTitle(option, { exact: true })));
};

export const fillLogin = async (page: Page, email: string, password = PASSWORD): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
};

export const enterPin = async (page: Page, pin = PIN): Promise<void> => {
  await page.getByLabel('PIN', { exact: true }).fill(pin);
  await expect(page.getByRole('button', { name: 'Mark My Attendance' })).toBeVisible();
};
