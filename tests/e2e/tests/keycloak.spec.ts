import type { Page } from '@playwright/test';
import type { IdentityProvider } from '@qr-attendance/contracts';
import type { System } from '@qr-attendance/stack';
import { startTestSystem, totpCodeOf } from '@qr-attendance/test-kit';
import { campus } from '../support/campus.ts';
import { createAdmin } from '../support/create-admin.ts';
import { canRunKeycloak } from '../support/keycloak/install-keycloak.ts';
import {
  CLIENT_ID,
  startKeycloak,
  TEACHER_SECRET,
  type Keycloak,
} from '../support/keycloak/start-keycloak.ts';
import { expect, test } from '../support/test.ts';

const NAME = 'Example University';
const [TEACHER, STUDENT] = ['e1001', 's2001'];
/** The password of everybody in realm.json. */
const PASSWORD = 'a long walk along the river';

test.describe('With Keycloak', () => {
  test.describe.configure({ mode: 'serial' });
  let system: System;
  let keycloak: Keycloak;
  test.beforeAll(async () => {
    test.skip(!(await canRunKeycloak()), 'needs Java 17 and Maven');
    [system, keycloak] = await Promise.all([startTestSystem(), startKeycloak()]);
    const { call, signIn } = campus(system.url);
    const { token } = await signIn(await createAdmin(system));
    const provider = await call<IdentityProvider>('POST', '/api/auth/identity-providers', token, {
      _id: 'keycloak',
      name: NAME,
      issuer: keycloak.issuer,
      clientId: CLIENT_ID,
      clientSecret: keycloak.clientSecret,
      scopes: 'openid profile email',
      claims: { institutionId: 'preferred_username', name: 'name', email: 'email', role: 'roles' },
      roleValues: { staff: ['staff'], student: ['student'] },
      unknownPeople: 'create',
      secondFactor: 'refeds_mfa',
    });
    await keycloak.importRealm(provider);
    const { _id, version } = provider;
    await call('PATCH', `/api/auth/identity-providers/${_id}`, token, { active: true, version });
  });
  test.afterAll(async () => {
    await Promise.all([system?.stop(), keycloak?.stop()]);
  });

  const goToKeycloak = async (page: Page): Promise<void> => {
    await page.goto(`${system.url}/login`);
    await page.getByRole('button', { name: `Sign in with ${NAME}` }).click();
  };
  const signInAs = async (page: Page, username: string): Promise<void> => {
    await goToKeycloak(page);
    await page.locator('#username').fill(username);
    await page.locator('#password').fill(PASSWORD);
    await page.locator('#kc-login').click();
  };
  const renew = async (page: Page): Promise<number> => {
    const headers = { 'x-requested-with': 'qr-attendance' };
    return (await page.request.post(`${system.url}/api/auth/refresh`, { headers })).status();
  };

  test('a student signs in, and signs out here and at Keycloak', async ({ page }) => {
    await signInAs(page, STUDENT);
    await expect(page).toHaveURL(`${system.url}/student`);
    await page.goto(`${system.url}/account`);
    await page.getByRole('button', { name: 'Logout' }).click();
    // No ID token is kept as a hint, so Keycloak asks before it ends its session.
    await page.locator('#kc-logout').click();
    await expect(page).toHaveURL(`${system.url}/login`);
    await goToKeycloak(page);
    await expect(page.locator('#username')).toBeVisible();
  });

  test('a teacher signs in, and is signed out when Keycloak ends the session', async ({ page }) => {
    await signInAs(page, TEACHER);
    await expect(page).toHaveURL(`${system.url}/teacher`);
    expect(await renew(page)).toBe(200);
    await keycloak.endSessionsOf(TEACHER);
    await expect.poll(() => renew(page)).toBe(401);
  });

  test('a teacher proves with a second factor at Keycloak, which a student is not asked for', async ({
    page,
    browser,
  }) => {
    const goToProof = async (on: Page): Promise<void> => {
      const token = await on.evaluate(() => localStorage.getItem('token') ?? '');
      const body = { provider: 'keycloak', returnTo: '/confirmed' };
      // The attempt belongs to the browser, so the browser must send the request.
      const url = await on.evaluate(
        async ([authorization, json]) => {
          const headers = { authorization: authorization ?? '', 'content-type': 'application/json' };
          const response = await fetch('/api/auth/identities/proof', {
            method: 'POST',
            headers,
            body: json ?? '',
          });
          return ((await response.json()) as { url: string }).url;
        },
        [`Bearer ${token}`, JSON.stringify(body)],
      );
      await on.goto(url);
      await on.locator('#password').fill(PASSWORD);
      await on.locator('#kc-login').click();
    };
    await signInAs(page, TEACHER);
    await expect(page).toHaveURL(`${system.url}/teacher`);
    await goToProof(page);
    await page.locator('#otp').fill(totpCodeOf(TEACHER_SECRET));
    await page.locator('#kc-login').click();
    await expect(page.getByText('You have confirmed that it is you.')).toBeVisible();
    const student = await browser.newPage();
    await signInAs(student, STUDENT);
    await expect(student).toHaveURL(`${system.url}/student`);
    await goToProof(student);
    await expect(student.getByText('You have confirmed that it is you.')).toBeVisible();
    await student.close();
  });

  test('people sign in after Keycloak has replaced its signing key', async ({ page }) => {
    await keycloak.replaceKeys();
    await signInAs(page, TEACHER);
    await expect(page).toHaveURL(`${system.url}/teacher`);
  });

  test('a deactivated person cannot sign in any more', async ({ page }) => {
    await keycloak.deactivate(STUDENT);
    await signInAs(page, STUDENT);
    await expect(page.getByText('Account is disabled')).toBeVisible();
    expect(await renew(page)).toBe(401);
  });
});
