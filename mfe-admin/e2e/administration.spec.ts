import type { Page } from '@playwright/test';
import { PASSWORD, type Member } from '@qr-attendance/e2e/support/campus';
import { fillLogin } from '@qr-attendance/e2e/support/forms';
import { expect, signInAs, test } from '@qr-attendance/e2e/support/test';

const signIn = async (page: Page, { email }: Pick<Member, 'email'>): Promise<void> => {
  await page.goto('/login');
  await fillLogin(page, email, PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
};
const find = async (page: Page, { email }: Member) => {
  await page.goto('/admin/people');
  await page.getByLabel('Search by name, email or number').fill(email);
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(row).toBeVisible();
  return row;
};

test('An administrator starts in the administration area and can open all its pages', async ({
  page,
  admin,
}) => {
  await signIn(page, admin);
  await expect(page).toHaveURL(/\/admin$/);
  const nav = page.getByRole('navigation', { name: 'Main navigation' });
  await nav.getByRole('link', { name: 'Invites' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Invites' })).toBeVisible();
  await page.goto('/');
  await page.getByRole('link', { name: 'Go to Administration' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Administration' })).toBeVisible();
});

test('A suspended student is signed out within seconds with the reason, until the account is restored', async ({
  page,
  browser,
  campus,
  admin,
  url,
}) => {
  const member = await campus.student();
  const student = await browser.newPage({ baseURL: url });
  await signIn(student, member);
  await expect(student).toHaveURL(/\/student$/);

  await signInAs(page, admin);
  const row = await find(page, member);
  await row.getByRole('button', { name: 'Suspend' }).click();
  await page.getByLabel('Reason').fill('Lent the phone to a friend');
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
  await expect(row).toContainText('Lent the phone to a friend');

  await expect(async () => {
    await student.goto('/student');
    await expect(student).toHaveURL(/\/login$/, { timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await signIn(student, member);
  await expect(student.getByRole('alert')).toContainText('This account is suspended');

  await row.getByRole('button', { name: 'Restore' }).click();
  await expect(row).toContainText('Active');
  await expect(async () => {
    await signIn(student, member);
    await expect(student).toHaveURL(/\/student$/, { timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await student.close();
});

test('An administrator resets devices and deletes an account, giving a reason each time', async ({
  page,
  campus,
  admin,
}) => {
  const member = await campus.student();
  await campus.prepare(member);
  await signInAs(page, admin);
  const row = await find(page, member);
  await row.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Reset devices' }).click();
  await page.getByLabel('Reason').fill('A new phone');
  await page.getByRole('dialog').getByRole('button', { name: 'Reset devices' }).click();
  await expect(row.getByRole('cell').nth(3)).toHaveText('0');

  await row.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByLabel('Reason').fill('Asked for by letter');
  await page.getByLabel(`To confirm, type ${member.email}`).fill(member.email);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Nobody matches your search.')).toBeVisible();
});

test('An invite code is shown once, listed without the code, and can be revoked', async ({ page, admin }) => {
  const note = `Electronics ${crypto.randomUUID()}`;
  await signInAs(page, admin);
  await page.goto('/admin/invites');
  await page.getByLabel('Who it is for').fill(note);
  await page.getByRole('button', { name: 'Create code' }).click();
  const code = await page.getByLabel('Invite code', { exact: true }).inputValue();
  expect(code.length).toBeGreaterThan(5);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy' }).click();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(code);

  await page.reload();
  const row = page.getByRole('row').filter({ hasText: note });
  await expect(row).toBeVisible();
  expect(await page.content()).not.toContain(code);
  await row.getByRole('button', { name: /^Revoke/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toHaveCount(0);
});

test('Other roles are redirected from the administration area to the home page', async ({
  page,
  campus,
  admin,
}) => {
  for (const member of [await campus.student(), await campus.teacher()]) {
    await signInAs(page, member);
    await page.goto('/admin');
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByText(`Welcome, ${member.name}!`)).toBeVisible();
  }
  await signInAs(page, admin);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Administration' })).toBeVisible();
});
