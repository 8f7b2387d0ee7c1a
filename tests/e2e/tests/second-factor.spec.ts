import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import type { Member } from '../support/campus.ts';
import { findViolations } from '../support/find-violations.ts';
import { fillLogin } from '../support/forms.ts';
import { expect, expectToFit, test } from '../support/test.ts';

const STEP_MS = 30_000;
/** The server accepts a code once, so the next sign-in uses the code of the next step. */
const codeOf = (secret: string, stepsAhead = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + stepsAhead * STEP_MS });

const enterPassword = async (page: Page, { email }: Member): Promise<void> => {
  await fillLogin(page, email);
  await page.getByRole('button', { name: 'Login' }).click();
};
const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/');
};
const expectGoodPage = async (page: Page): Promise<void> => {
  await expectToFit(page);
  expect(await findViolations(page)).toEqual([]);
};

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])
  test(`A teacher sets up an authenticator app, and signs in with its code and with a recovery code, ${viewport.width} px wide`, async ({
    page,
    campus,
  }) => {
    await page.setViewportSize(viewport);
    const teacher = await campus.teacher();
    await page.goto('/account');
    await enterPassword(page, teacher);
    await page.getByRole('button', { name: 'Set up', exact: true }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    const secret = ((await page.locator('form code').textContent()) ?? '').replaceAll(' ', '');
    await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    await expectGoodPage(page);
    await page.getByLabel('6-digit code that the app shows').fill(codeOf(secret));
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    await expectGoodPage(page);
    const recoveryCode = (await codes.first().textContent()) ?? '';
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await expect(page.getByText('10 recovery codes are left.')).toBeVisible();
    await signOut(page);

    await page.goto('/teacher/courses');
    await enterPassword(page, teacher);
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
    await expectGoodPage(page);
    await page.reload();
    await page.getByLabel('6-digit code').fill(codeOf(secret, 1));
    await expect(page).toHaveURL(/\/teacher\/courses$/);
    await signOut(page);

    await page.goto('/account');
    await enterPassword(page, teacher);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await expectGoodPage(page);
    await page.getByLabel('Recovery code').fill(recoveryCode);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('9 recovery codes are left.')).toBeVisible();
  });
