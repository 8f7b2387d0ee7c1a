import type { Page } from '@playwright/test';
import type { System } from '@qr-attendance/stack';
import { startTestSystem } from '@qr-attendance/test-kit';
import { TOTP } from 'otpauth';
import { addAuthenticator } from '../support/authenticator.ts';
import { PASSWORD, type Member } from '../support/campus.ts';
import { findViolations } from '../support/find-violations.ts';
import { choose, fillLogin } from '../support/forms.ts';
import { expect, expectToFit, test } from '../support/test.ts';
import { runningClass } from '../support/world.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

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
/** Adds the app from the key beside the QR code. */
const setUpApp = async (page: Page): Promise<{ secret: string; recoveryCode: string }> => {
  await page.getByRole('button', { name: 'Use an authenticator app' }).click();
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await expectGoodPage(page);
  const secret = ((await page.locator('form code').textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel('6-digit code that the app shows').fill(codeOf(secret));
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expectGoodPage(page);
  const recoveryCode = (await codes.first().textContent()) ?? '';
  await page.getByRole('button', { name: 'I have saved them' }).click();
  return { secret, recoveryCode };
};

for (const viewport of [PHONE, DESKTOP])
  test(`A student sets up an authenticator app, and signs in with its code and with a recovery code, ${viewport.width} px wide`, async ({
    page,
    campus,
  }) => {
    await page.setViewportSize(viewport);
    const { student, scanned } = await runningClass(campus);
    await page.goto('/account');
    await enterPassword(page, student);
    await page.getByRole('button', { name: 'Set up', exact: true }).click();
    const { secret, recoveryCode } = await setUpApp(page);
    await expect(page.getByText('10 recovery codes are left.')).toBeVisible();
    await expectGoodPage(page);
    await signOut(page);

    await page.goto(scanned);
    await enterPassword(page, student);
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
    await expect(page.getByText(/^Your scan is saved/)).toBeVisible();
    await expectGoodPage(page);
    // As if the phone had discarded the page while the student opened the app.
    await page.reload();
    await page.getByLabel('6-digit code').fill(codeOf(secret, 1));
    await expect(page).toHaveURL((url) => url.pathname === scanned);
    await signOut(page);

    await page.goto('/account');
    await enterPassword(page, student);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await expectGoodPage(page);
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCode);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText('9 recovery codes are left.')).toBeVisible();
  });

test.describe('If the institution requires a second factor of its staff', () => {
  let system: System;
  test.beforeAll(async () => {
    system = await startTestSystem({ env: { auth: { SECOND_FACTOR_REQUIRED: 'staff' } } });
  });
  test.afterAll(() => system.stop());

  const register = async (page: Page, email: string): Promise<void> => {
    await page.goto(`${system.url}/register`);
    await page.getByLabel('Full Name').fill('Ada Lovelace');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm Password').fill(PASSWORD);
    await page.getByText('Teacher', { exact: true }).click();
    await choose(page, 'Department', 'Computer Science');
    await page.getByLabel('Employee ID').fill('E-1815');
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
    await expectGoodPage(page);
  };

  test('a new teacher sets up an authenticator app after the registration, and cannot remove it', async ({
    page,
  }) => {
    await page.setViewportSize(PHONE);
    await register(page, 'ada@campus.example');
    await setUpApp(page);
    await expect(page).toHaveURL(/\/teacher$/);
    await page.goto(`${system.url}/account`);
    await expect(page.getByText(/You can change it, but not turn it off/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Turn off' })).toHaveCount(0);
  });

  for (const viewport of [PHONE, DESKTOP])
    test(`a new teacher sets up a passkey after the registration, and signs in with it, ${viewport.width} px wide`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport);
      const authenticator = await addAuthenticator(page);
      const email = `grace-${viewport.width}@campus.example`;
      await register(page, email);
      await authenticator.setVerifies(false);
      await page.getByRole('button', { name: 'Create a passkey' }).click();
      await expect(page.getByText(/^The passkey was not used/)).toBeVisible();
      await authenticator.setVerifies(true);
      await page.getByRole('button', { name: 'Create a passkey' }).click();
      await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
      await expectGoodPage(page);
      await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
      await expect(page.getByText('Your other devices are signed out.')).toBeVisible();
      await page.getByRole('button', { name: 'I have saved them' }).click();
      await expect(page).toHaveURL(/\/teacher$/);
      await page.goto(`${system.url}/account`);
      await expect(page.getByText(/^Passkey, created/)).toBeVisible();
      await expectGoodPage(page);
      await signOut(page);

      await page.goto(`${system.url}/login`);
      await fillLogin(page, email);
      await page.getByRole('button', { name: 'Login' }).click();
      await expect(page.getByRole('heading', { name: 'Use your passkey' })).toBeVisible();
      await expectGoodPage(page);
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await expect(page).toHaveURL(/\/teacher$/);
    });
});
