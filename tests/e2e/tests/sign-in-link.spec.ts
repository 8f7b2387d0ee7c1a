import type { Page } from '@playwright/test';
import { request, type Member } from '../support/campus.ts';
import { fillLogin } from '../support/forms.ts';
import { signInMailFor, verifyEmail } from '../support/emails.ts';
import { expect, test } from '../support/test.ts';

const guessWrongly = async (url: string, { email }: Member): Promise<void> => {
  for (const password of ['one', 'two', 'three', 'four', 'five'])
    await request(url, 'POST', '/api/auth/login', { body: { email, password: `not it: ${password}` } });
};
const requestLink = async (page: Page, teacher: Member): Promise<void> => {
  await page.goto('/login');
  await fillLogin(page, teacher.email);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toContainText('or get a sign-in link by email');
  await page.getByRole('link', { name: 'Email me a sign-in link' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(teacher.email);
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
};

test('A teacher who is locked out by other people’s guesses signs in with an emailed code', async ({
  page,
  campus,
  url,
}) => {
  const teacher = await campus.teacher();
  await verifyEmail(url, teacher.email);
  await guessWrongly(url, teacher);
  await requestLink(page, teacher);
  const { code } = await signInMailFor(teacher.email);
  await page.getByLabel('Code from the email').fill('AAAA-AAAA');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('wrong, already used or expired');
  await page.getByLabel('Code from the email').fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/teacher$/);
});

test('An emailed sign-in link works once, with one click', async ({ page, campus, url }) => {
  const teacher = await campus.teacher();
  await verifyEmail(url, teacher.email);
  await guessWrongly(url, teacher);
  await requestLink(page, teacher);
  const { link } = await signInMailFor(teacher.email);
  await page.goto(link);
  await expect(page).toHaveURL((url) => url.pathname === '/sign-in-link' && url.hash === '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/teacher$/);
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('wrong, already used or expired');
});
