import { findViolations } from '../support/find-violations.ts';
import { expect, expectToFit, signInAs, test, watchConsole } from '../support/test.ts';
import { runningClass } from '../support/world.ts';

test.use({ locale: 'en-US' });

test('Dates and times are entered by keyboard or mouse and shown in the app’s language', async ({
  page,
  campus,
}) => {
  const complaints = watchConsole(page);
  const { teacher, course } = await runningClass(campus);
  await page.addInitScript("localStorage.setItem('language', 'de')");
  await signInAs(page, teacher);
  await page.goto(`/teacher/generate?course=${course._id}`);
  const [date, begin] = [
    page.getByLabel('Datum', { exact: true }),
    page.getByLabel('Beginn', { exact: true }),
  ];
  await expect(date).toHaveValue(/^(Mo|Di|Mi|Do|Fr|Sa|So)\., \d+\. /);
  await expect(begin).toHaveValue(/^\d{2}:\d{2}$/);

  await date.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('24.12.2099');
  await page.keyboard.press('Tab');
  await expect(date).toHaveValue('Do., 24. Dez. 2099');
  await begin.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('9:05');
  await page.keyboard.press('Tab');
  await expect(begin).toHaveValue('09:05');
  await expect(page.locator('.ant-picker-dropdown')).toHaveCount(0);

  await date.click();
  await expect(page.locator('.ant-picker-content th').first()).toHaveText('Mo');
  expect(await findViolations(page)).toEqual([]);
  await page.locator('.ant-picker-cell-in-view', { hasText: '17' }).click();
  await expect(date).toHaveValue('Do., 17. Dez. 2099');
  await page.setViewportSize({ width: 360, height: 740 });
  await begin.click();
  // The list scrolls to the selected hour when it opens.
  await expect(page.locator('.ant-picker-time-panel-cell-selected').first()).toBeInViewport();
  await page.locator('.ant-picker-time-panel-column').first().getByText('14', { exact: true }).click();
  await expect(begin).toHaveValue('14:05');
  await expectToFit(page);
  await page.keyboard.press('Escape');
  await expect(begin).toHaveValue('14:05');

  await date.fill('übermorgen');
  await page.keyboard.press('Tab');
  await expect(page.getByText(/^Geben Sie ein Datum ein, zum Beispiel/)).toBeVisible();
  await expect(date).toHaveAttribute('aria-invalid', 'true');
  expect(complaints).toEqual([]);
});
