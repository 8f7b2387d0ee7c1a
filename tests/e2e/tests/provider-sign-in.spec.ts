import { randomUUID } from 'node:crypto';
import type { System } from '@qr-attendance/stack';
import { countAsVerified, expireProofs } from '@qr-attendance/test-kit';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  startIdentityProvider,
  type IdentityProvider,
} from '../../../services/auth/test/support/identity-provider.ts';
import { campus, type Member } from '../support/campus.ts';
import { findViolations } from '../support/find-violations.ts';
import { fillLogin } from '../support/forms.ts';
import { signInWithCookie } from '../support/sign-in-as.ts';
import {
  PROVIDER_NAME as NAME,
  startWithProvider,
  type WithProvider,
} from '../support/start-with-provider.ts';
import { expect, test } from '../support/test.ts';

test.describe('With an identity provider', () => {
  test.describe.configure({ mode: 'serial' });
  let world: WithProvider;
  let system: System;
  let provider: IdentityProvider;
  let admin: Member;
  test.beforeAll(async () => {
    world = await startWithProvider();
    ({ system, provider, admin } = world);
  });
  test.afterAll(() => world.stop());

  const newcomer = () => {
    const key = randomUUID();
    provider.signsIn(key, { institution_id: `S-${key}`, name: 'Nora New', email: `${key}@campus.example` });
  };

  test('a student who scanned a code signs in with one press, and also signs out at the provider', async ({
    page,
  }) => {
    const on = campus(system.url);
    const teacher = await on.teacher();
    const course = await on.course(teacher);
    const { qrCode = '' } = await on.session(teacher, course, { refreshInterval: 300 });
    newcomer();
    await page.goto(`${system.url}/attendance/${qrCode}`);
    await expect(page.getByText(/^Your scan is saved/)).toBeVisible();
    await page.getByRole('button', { name: `Sign in with ${NAME}` }).click();
    await expect(page).toHaveURL(new RegExp(`/attendance/${qrCode}$`));
    await expect(page.getByText(course.name).first()).toBeVisible();

    await page.goto(`${system.url}/account`);
    await expect(page.getByText(NAME, { exact: true })).toBeVisible();
    const left = page.waitForRequest((request) => request.url().startsWith(provider.issuer));
    await page.getByRole('button', { name: 'Logout' }).click();
    await left;
  });

  test('an administrator sets up a provider with five presses, and a teacher links it with one press', async ({
    page,
  }) => {
    const library = await startIdentityProvider();
    try {
      const client = world.addressesOf('library');
      await library.open(client);
      await signInWithCookie(page, admin, system.url);
      await page.goto(`${system.url}/admin/providers`);
      await page.getByRole('link', { name: 'Set up a sign-in provider' }).click();
      await page.getByLabel('Short id').fill('library');
      await page.getByLabel('Issuer').fill(library.issuer);
      await page.getByRole('button', { name: 'Check' }).click();
      for (const [label, address] of Object.entries({
        'Redirect URI': client.redirectUri,
        'Post-logout redirect URI': client.postLogoutRedirectUri,
        'Back-channel logout URI': client.backChannelLogoutUri,
      }))
        await expect(page.getByLabel(label, { exact: true })).toHaveValue(address);
      await page.getByLabel('Name', { exact: true }).fill('City Library');
      await page.getByLabel('Client id').fill(CLIENT_ID);
      await page.getByLabel('Client secret').fill(CLIENT_SECRET);
      await page.getByLabel('Institution id').fill('institution_id');
      await page.getByRole('button', { name: 'Save' }).click();
      library.signsIn('unknown', { institution_id: 'S-0', name: 'Nora New', email: 'nora@library.example' });
      await page.getByRole('button', { name: 'Test the sign-in' }).click();
      await expect(page.getByText('It would be refused.')).toBeVisible();
      await expect(page).toHaveURL(/\/admin\/providers\/library$/);
      await page.getByRole('button', { name: 'Activate' }).click();
      await expect(page.getByText('City Library is now on the sign-in page')).toBeVisible();
      expect(await findViolations(page)).toEqual([]);

      const teacher = await campus(system.url).teacher();
      await countAsVerified(system, teacher.id);
      await signInWithCookie(page, teacher, system.url);
      await page.goto(`${system.url}/account`);
      await page.getByRole('button', { name: 'Link City Library' }).click();
      // The gateway may have sent the page before it received the provider's name.
      await expect(page.getByText(/is linked\. From now on you can sign in with it/)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Unlink City Library' })).toBeVisible();
      expect(await findViolations(page)).toEqual([]);
    } finally {
      await library.stop();
    }
  });

  test('a person confirms an export at the provider in another tab, and goes on where they were', async ({
    page,
  }) => {
    newcomer();
    await page.goto(`${system.url}/login`);
    await page.getByRole('button', { name: `Sign in with ${NAME}` }).click();
    await expect(page).toHaveURL(`${system.url}/student`);
    await expireProofs(system);
    await page.evaluate(async () => {
      const headers = { 'x-requested-with': 'qr-attendance' };
      const renewed = await fetch('/api/auth/refresh', { method: 'POST', headers });
      localStorage.setItem('token', ((await renewed.json()) as { token: string }).token);
    });
    await page.goto(`${system.url}/account`);
    await page.getByRole('button', { name: 'Download my data' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Confirm with ${NAME}` }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^my-data-/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(`${system.url}/account`);
  });

  test('a person whom the provider rejects sees why, and signs in with a password', async ({ page }) => {
    const teacher = await campus(system.url).teacher();
    provider.denies();
    await page.goto(`${system.url}/teacher/courses`);
    await page.getByRole('button', { name: `Sign in with ${NAME}` }).click();
    await expect(page.getByRole('alert')).toContainText(`You canceled, or ${NAME} does not let you`);
    await expect(page).toHaveURL(/\/login$/);
    await fillLogin(page, teacher.email);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL(/\/teacher\/courses$/);
  });

  test('a person who sees an error page of the provider goes back, and retries or uses a password', async ({
    page,
  }) => {
    provider.close();
    await page.goto(`${system.url}/login`);
    const button = page.getByRole('button', { name: `Sign in with ${NAME}` });
    await button.click();
    await expect(page).toHaveURL((url) => url.href.startsWith(provider.issuer));
    await page.goBack();
    await expect(button).not.toHaveAttribute('aria-busy');
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
    await button.click();
    await expect(page).toHaveURL((url) => url.href.startsWith(provider.issuer));
  });
});
