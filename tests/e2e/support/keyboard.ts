import { expect, type Locator, type Page } from '@playwright/test';

export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 120; presses++) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${target}`);
};
export const typeInto = async (page: Page, label: string, text: string) => {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
};
export const press = async (page: Page, role: 'button' | 'link', name: string | RegExp) => {
  await tabTo(page, page.getByRole(role, { name }).first());
  await page.keyboard.press('Enter');
};
export const choose = async (page: Page, label: string, option: string) => {
  const select = page.getByLabel(label, { exact: true });
  await tabTo(page, select);
  await page.keyboard.press('ArrowDown');
  const active = page.locator('.ant-select-dropdown:visible .ant-select-item-option-active');
  for (let presses = 0; presses < 40; presses++) {
    if ((await active.getAttribute('title')) === option) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  // A list that is still fading out would be visible beside the next one.
  await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0);
};
