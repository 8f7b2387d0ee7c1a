import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { PASSWORD, request, type Member } from '../support/campus.ts';
import { fillLogin } from '../support/forms.ts';
import { resetLinkFor } from '../support/emails.ts';
import { expect, signInAs, test } from '../support/test.ts';

const NEW_PASSWORD = 'a stapled battery horse';

const signIn = async (page: Page, { email }: Member, password = PASSWORD): Promise<void> => {
  await page.goto('/login');
  await fillLogin(page, email, password);
  await page.getByRole('button', { name: 'Login' }).click();
};
const fillNewPassword = async (page: Page, password: string): Promise<void> => {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password').fill(password);
};
const requestLink = async (page: Page, email: string): Promise<void> => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(/^If there is an account with this address/)).toBeVisible();
};
const outliveToken = async (page: Page): Promise<void> => {
  await page.evaluate(() => localStorage.setItem('token', 'over'));
  await page.goto('/account');
};

test('A password reset link replaces the password and works once', async ({ page, campus }) => {
  const student = await campus.student();
  await requestLink(page, student.email);
  const link = await resetLinkFor(student.email);
  await page.goto(link);
  await expect(page).toHaveURL((url) => url.pathname === '/reset-password' && url.hash === '');

  await fillNewPassword(page, 'password123');
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByText(/This password is too common/)).toBeVisible();
  await fillNewPassword(page, NEW_PASSWORD);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByText('Password changed. Sign in with your new password.')).toBeVisible();

  await fillLogin(page, student.email);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toContainText('Invalid email or password');
  await fillLogin(page, student.email, NEW_PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: 'Check your account' })).toBeVisible();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/student$/);

  await page.goto(link);
  await fillNewPassword(page, 'yet another horse');
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByRole('alert')).toContainText('This link was already used or has expired');
});

test('Requesting a password reset shows the same message with and without an account', async ({ page }) => {
  await requestLink(page, 'nobody@campus.example');
});

test('Changing the password signs out other browsers but not the current browser', async ({
  page,
  browser,
  campus,
  url,
}) => {
  const teacher = await campus.teacher();
  const other = await browser.newPage({ baseURL: url });
  for (const eachPage of [page, other]) {
    await signIn(eachPage, teacher);
    await expect(eachPage).toHaveURL(/\/teacher$/);
  }
  await page.getByRole('link', { name: 'My account' }).click();
  await expect(page.getByText(teacher.email)).toBeVisible();
  await page.getByLabel('Current password').fill('wrong horse battery');
  await fillNewPassword(page, NEW_PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText(/Password changed/)).toBeVisible();

  await outliveToken(page);
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible();
  await outliveToken(other);
  await expect(other).toHaveURL(/\/login$/);
  await other.close();
});

test('Signing out everywhere signs out every browser', async ({ page, browser, campus, url }) => {
  const student = await campus.student();
  const other = await browser.newPage({ baseURL: url });
  for (const eachPage of [page, other]) {
    await signIn(eachPage, student);
    await expect(eachPage).toHaveURL(/\/student$/);
  }
  await page.goto('/account');
  await page.getByRole('button', { name: 'Sign out on all devices' }).click();
  await expect(page.getByText('You are signed out on all devices.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await outliveToken(other);
  await expect(other).toHaveURL(/\/login$/);
  await other.close();
});

test('The data export is a single file with the person’s data from every service', async ({
  page,
  markedClass: { student },
}) => {
  await signInAs(page, student);
  await page.goto('/account');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  const { missing, services } = JSON.parse(file) as { missing: string[]; services: { service: string }[] };
  expect(missing).toEqual([]);
  expect(services.map(({ service }) => service)).toEqual(['attendance', 'auth', 'course', 'session']);
  expect(file).toContain(student.email);
});

test('A deleted account cannot sign in', async ({ page, campus }) => {
  const student = await campus.student();
  await signIn(page, student);
  await expect(page).toHaveURL(/\/student$/);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Delete my account…' }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('To confirm, type DELETE').fill('DELETE');
  await page.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByText('Your account is deleted.')).toBeVisible();
  await fillLogin(page, student.email);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toContainText('Invalid email or password');
});

test('A locked sign-in shows how long the lock lasts', async ({ page, campus, url }) => {
  const { email } = await campus.student();
  const tryWrong = () =>
    request(url, 'POST', '/api/auth/login', { body: { email, password: 'wrong horse battery' } });
  await expect.poll(async () => (await tryWrong()).status).toBe(429);
  // The lock does not apply to browsers that signed in recently, so this test uses a new browser.
  await page.goto('/login');
  await fillLogin(page, email);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toContainText(
    /Too many attempts to sign in\. Try again in \d+ (second|minute)s?/,
  );
});
