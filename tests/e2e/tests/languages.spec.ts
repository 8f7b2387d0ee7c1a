import { expect, signInAs, test } from '../support/test.ts';
import { runningClass } from '../support/world.ts';

const settings = 'Appearance and language';

test('The whole app is in German once chosen, even after a reload and in every remote', async ({
  page,
  campus,
}) => {
  const { student, teacher, scanned } = await runningClass(campus);
  await page.goto('/');
  await page.getByRole('button', { name: settings }).click();
  await page.getByLabel('Deutsch').check();
  await expect(page.getByRole('heading', { name: 'QR-Anwesenheit' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'QR-Anwesenheit' })).toBeVisible();

  await signInAs(page, student);
  await page.goto('/student');
  await expect(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible();
  await page.goto(scanned);
  await expect(page.getByRole('button', { name: /Anwesenheit/ }).first()).toBeVisible();
  await signInAs(page, teacher);
  await page.goto('/teacher/courses');
  await expect(page.getByRole('heading', { level: 1, name: 'Meine Kurse' })).toBeVisible();
  await page.goto('/login');
});

test.describe('A browser set to German', () => {
  test.use({ locale: 'de-DE' });
  test('gets German pages by default', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
  });
});

test('The chosen color scheme is stored and changes the page background', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  const light = await ground();
  await page.getByRole('button', { name: settings }).click();
  await page.getByLabel('Dark').check();
  await expect.poll(ground).not.toBe(light);
  await page.reload();
  await expect.poll(ground).not.toBe(light);
  await page.getByRole('button', { name: settings }).click();
  await page.getByLabel('Same as device').check();
  await expect.poll(ground).toBe(light);
});
