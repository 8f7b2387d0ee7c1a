import { randomUUID } from 'node:crypto';
import { expect, signInAs, test } from '../support/test.ts';
import { runningClass } from '../support/world.ts';

test('Pressing Escape closes one layer and keeps the edits', async ({ page, campus, admin }) => {
  // The room field is shown only if the institution has rooms.
  await campus.call('POST', '/api/rooms', admin.token, { name: `H${randomUUID().slice(0, 8)}` });
  const { teacher, session } = await runningClass(campus);
  await signInAs(page, teacher);
  await page.goto(`/teacher/sessions/${session._id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const drawer = page.locator('.ui-drawer');
  const late = drawer.getByLabel('Late after (minutes)');
  await late.fill('25');

  await drawer.getByRole('combobox', { name: 'Room' }).press('ArrowDown');
  await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0);
  await expect(drawer).toBeVisible();

  await drawer.getByLabel('Start Time').click();
  await expect(page.locator('.ant-picker-dropdown:visible')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.locator('.ant-picker-dropdown:visible')).toHaveCount(0);
  await expect(drawer).toBeVisible();

  await drawer.getByLabel('Date').fill('2020-01-06');
  await drawer.getByRole('button', { name: 'Save' }).click();
  const question = page.locator('dialog[open]');
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(late).toHaveValue('25');
  await late.focus();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
});

test('A form keeps the focus while it is saved, and a rejected form focuses the invalid field', async ({
  page,
  campus,
}) => {
  const teacher = await campus.teacher();
  await signInAs(page, teacher);
  await page.goto('/account');
  const current = page.getByLabel('Current password').first();
  await current.fill('not the password');
  await page.getByLabel('New password', { exact: true }).fill('a fine new passphrase');
  const confirm = page.getByLabel('Confirm new password');
  await confirm.fill('a fine new passphrase');
  let release = () => undefined as void;
  await page.route('**/api/auth/change-password', async (route) => {
    await new Promise<void>((resolve) => (release = resolve));
    await route.continue();
  });
  await confirm.press('Enter');
  await expect(page.locator('[aria-busy="true"]').first()).toBeVisible();
  await expect(confirm).toBeFocused();
  await expect(confirm).not.toBeEditable();
  release();
  await expect(current).toBeFocused();
  await expect(current).toBeEditable();
});
