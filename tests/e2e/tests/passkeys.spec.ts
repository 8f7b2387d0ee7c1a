import specified from '@qr-attendance/web-kit/texts/specified' with { type: 'json' };
import { addAuthenticator } from '../support/authenticator.ts';
import { request } from '../support/campus.ts';
import { expect, signInAs, test } from '../support/test.ts';
import { runningClass } from '../support/world.ts';

test('A passkey is enrolled after one canceled attempt, used for a mark, and removed', async ({
  page,
  campus,
}) => {
  const { student, scanned } = await runningClass(campus, { preferences: { requireBiometric: true } });
  await signInAs(page, student);
  const authenticator = await addAuthenticator(page);

  await page.goto(scanned);
  await page.getByRole('link', { name: 'Open Security Settings' }).click();
  await expect(page).toHaveURL(/\/student\/security/);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('button', { name: /^Remove passkey/ })).toHaveCount(1);
  await page.getByRole('link', { name: 'Back to marking' }).click();

  await authenticator.setVerifies(false);
  await page.getByRole('button', { name: 'Mark My Attendance' }).click();
  await expect(page.getByText(specified.biometricFailed)).toBeVisible();
  await authenticator.setVerifies(true);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('Attendance Marked!')).toBeVisible();

  await page.goto('/student/security');
  await page.getByRole('button', { name: /^Remove passkey/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(page.getByRole('button', { name: /^Remove passkey/ })).toHaveCount(0);
});

test('Canceling the enrollment of a passkey shows the text biometricFailed', async ({ page, campus }) => {
  await signInAs(page, await campus.student());
  const authenticator = await addAuthenticator(page);
  await authenticator.setVerifies(false);
  await page.goto('/student/security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText(specified.biometricFailed)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeEnabled();
});

test('A browser without passkeys shows the text biometricUnsupported on both pages', async ({
  page,
  campus,
}) => {
  const { student, scanned } = await runningClass(campus, { preferences: { requireBiometric: true } });
  await signInAs(page, student);
  await page.addInitScript('delete window.PublicKeyCredential');
  await page.goto('/student/security');
  await expect(page.getByText(specified.biometricUnsupported).first()).toBeVisible();
  await page.goto(scanned);
  await expect(page.getByRole('link', { name: 'Open Security Settings' })).toBeVisible();
});

test('A client’s claim about its own biometric check is ignored', async ({ campus, url }) => {
  const { student, session } = await runningClass(campus, { preferences: { requireBiometric: true } });
  const { ticket } = await campus.scan(student, session.qrCode ?? '');
  const answer = await request(url, 'POST', '/api/attendance', {
    token: student.token,
    body: { ticket, biometricVerified: true },
  });
  expect(answer.status).toBe(403);
  expect(answer.body).toMatchObject({ code: 'passkey_required' });
});
