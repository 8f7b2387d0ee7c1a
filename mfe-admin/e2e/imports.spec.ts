import { expect, signInAs, test } from '@qr-attendance/e2e/support/test';
import { findViolations } from '@qr-attendance/e2e/support/find-violations';

test('A file is imported after its preview, the progress is shown after the page was left, and the import is undone', async ({
  page: office,
  admin,
}) => {
  test.slow();
  const word = String(Date.now());
  const lines = ['Code;Level;Title', `${word}-F;faculty;Arts ${word}`, `${word}-P;planet;Mars`];
  await signInAs(office, admin);
  await office.goto('/admin/imports');
  await office.getByLabel('What the file contains').selectOption('Units');
  const file = { name: 'units.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) };
  await office.locator('input[type=file]').setInputFiles(file);
  await expect(office.getByRole('heading', { name: 'Columns of the file' })).toBeVisible();
  await office.getByLabel('ID', { exact: true }).selectOption({ label: `Code (${word}-F)` });
  await office.getByLabel('Kind').selectOption({ label: 'Level (faculty)' });
  await office.getByLabel('Name').selectOption({ label: `Title (Arts ${word})` });
  expect(await findViolations(office)).toEqual([]);
  await office.getByRole('button', { name: 'Check the file' }).click();
  await expect(office.getByRole('button', { name: 'Import 1 change' })).toBeVisible();
  await expect(office.getByRole('region', { name: 'Examples' })).toContainText('A value is not valid');
  expect(await findViolations(office)).toEqual([]);

  await office.getByRole('button', { name: 'Import 1 change' }).click();
  await office.getByRole('link', { name: 'Imports' }).first().click();
  const row = office.getByRole('row').filter({ hasText: 'units.csv' }).first();
  await expect(row).toContainText('Done');
  await row.getByRole('link', { name: 'units.csv' }).click();
  const download = office.waitForEvent('download');
  await office.getByRole('button', { name: 'Errors (CSV)' }).click();
  expect((await download).suggestedFilename()).toMatch(/^import-errors-/);

  await office.goto('/admin/units');
  await expect(office.getByText(`Arts ${word}`)).toBeVisible();
  await office.goBack();
  await office.getByRole('button', { name: 'Undo the import' }).click();
  await office.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click();
  await expect(office.getByText('1 object is as before.')).toBeVisible();
  expect(await findViolations(office)).toEqual([]);
  await office.goto('/admin/units');
  await expect(office.getByText('Units', { exact: true }).first()).toBeVisible();
  await expect(office.getByText(`Arts ${word}`)).toHaveCount(0);
});
