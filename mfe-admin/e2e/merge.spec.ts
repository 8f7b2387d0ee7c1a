import { findViolations } from '@qr-attendance/e2e/support/find-violations';
import { expect, expectToFit, signInAs, test } from '@qr-attendance/e2e/support/test';
import type { Page } from '@playwright/test';

const expectAccessible = async (page: Page): Promise<void> => {
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme);
      await expectToFit(page);
      expect(await findViolations(page), `${width} ${colorScheme}`).toEqual([]);
    }
  await page.setViewportSize({ width: 1440, height: 900 });
};

test('An administrator merges a rostered student into an account, and undoes the merge', async ({
  page,
  campus,
  admin,
}) => {
  const name = `Rosa ${crypto.randomUUID()}`;
  const teacher = await campus.teacher();
  const course = await campus.course(teacher);
  const email = `${crypto.randomUUID()}@campus.example`;
  await campus.call('POST', `/api/courses/${course._id}/students`, teacher.token, {
    lines: [{ person: email, name, email }],
  });
  const account = await campus.student(name);

  await signInAs(page, admin);
  await page.goto('/admin/people');
  await page.getByLabel('Search by name, email or number').fill(name);
  await expect(page.getByRole('row')).toHaveCount(3);
  const rostered = page.getByRole('row').filter({ hasText: email });
  await rostered.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Merge with another record' }).click();
  const dialog = page.getByRole('dialog');
  const choose = dialog.getByRole('button', { name: `Choose ${name}, ${account.email}` });
  await expect(choose).toBeVisible();
  await expectAccessible(page);
  await choose.click();
  await expect(dialog.getByText(`count for ${name} (${account.email})`)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Reason').fill('The same student');
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(rostered).toContainText(`into ${name}`);

  const rosterOf = () =>
    campus.call<{ students: string[] }>('GET', `/api/courses/${course._id}`, teacher.token);
  await expect.poll(async () => (await rosterOf()).students).toEqual([account.id]);

  await rostered.getByRole('button', { name: `Undo the merge of ${name}` }).click();
  await dialog.getByLabel('Reason').fill('Two students after all');
  await dialog.getByRole('button', { name: 'Undo merge' }).click();
  await expect(rostered).toContainText('No account yet');
  await expect.poll(async () => (await rosterOf()).students).not.toContain(account.id);
});

test('The settings page explains each setting, at every size and in both themes', async ({ page, admin }) => {
  await signInAs(page, admin);
  await page.goto('/admin/settings');
  await expect(page.getByText('Who may register as a teacher:')).toBeVisible();
  await expect(page.getByText('Selfies are deleted after:')).toBeVisible();
  await expectAccessible(page);
});
