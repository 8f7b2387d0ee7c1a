import { PASSWORD } from '@qr-attendance/e2e/support/campus';
import { expect, expectToFit, signInAs, test } from '@qr-attendance/e2e/support/test';
import { runningClass } from '@qr-attendance/e2e/support/world';

interface CodeMeasurement {
  height: number;
  qr: number;
  letter: number;
  /** Widths of the quiet zone on each side of the symbol, and of the padding around it. */
  quiet: number[];
  padding: number;
  words: [number, number];
}

const MEASURE = `(() => {
  const code = document.querySelector('[data-testid=typed-code]');
  const style = getComputedStyle(code);
  const context = document.createElement('canvas').getContext('2d');
  context.font = style.fontWeight + ' ' + style.fontSize + ' ' + style.fontFamily;
  const letter = Math.min(...[...code.textContent].map((one) => context.measureText(one).actualBoundingBoxAscent));
  const qr = document.querySelector('.projector [data-qr]');
  const dark = qr.querySelector('path').getBBox();
  const whole = qr.viewBox.baseVal;
  const words = [...document.querySelector('.projector-words').children].map((part) => part.getBoundingClientRect());
  return {
    height: innerHeight,
    qr: qr.getBoundingClientRect().height,
    letter,
    quiet: [dark.x, dark.y, whole.width - dark.x - dark.width, whole.height - dark.y - dark.height],
    padding: qr.parentElement.getBoundingClientRect().width - qr.getBoundingClientRect().width,
    words: [Math.min(...words.map(({ top }) => top)), innerHeight - Math.max(...words.map(({ bottom }) => bottom))],
  };
})()`;

for (const [width, height] of [
  [1920, 1080],
  [1280, 720],
  [1024, 768],
] as const)
  test(`The projector view can be read from the last row at ${width} × ${height}`, async ({
    page,
    campus,
  }, testInfo) => {
    const world = await runningClass(campus);
    await page.setViewportSize({ width, height });
    await signInAs(page, world.teacher);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`/teacher/sessions/${world.session._id}/projector`);
      await expect(page.getByText(`${new URL(page.url()).host}/go`)).toBeVisible();
      await expect(page.getByText('0 of 1 student marked')).toBeVisible();
      await expect(page.getByText(/^Late from \d+:\d\d/)).toBeVisible();
      const sizes = await page.evaluate<CodeMeasurement>(MEASURE);
      expect(sizes.quiet).toEqual([4, 4, 4, 4]);
      expect(sizes.padding).toBe(0);
      if (width > 1024) {
        expect(sizes.letter / height).toBeGreaterThanOrEqual(0.06);
        expect(sizes.qr / height).toBeGreaterThan(0.9);
      }
      for (const gap of sizes.words) expect(gap / height).toBeLessThan(0.2);
      for (const gap of sizes.words) expect(gap).toBeGreaterThanOrEqual(0);
      await expectToFit(page);
      await page.screenshot({ path: testInfo.outputPath(`projector-${width}-${colorScheme}.png`) });
    }
  });

test('A visitor who types the projected address and code reaches the marking page after signing in', async ({
  page,
  campus,
}) => {
  const { session, student } = await runningClass(campus);
  await page.goto('/go');
  await page.getByLabel('Code').fill(session.qrCode ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Your scan is saved/)).toBeVisible();
  await page.getByLabel('Email').fill(student.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: 'Mark My Attendance' }).click();
  await expect(page.getByText('Attendance Marked!')).toBeVisible();
  await page.goto('/go');
  await page.getByLabel('Code').fill(session.qrCode ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: /^You are marked present, \d+:\d\d$/ })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page.getByRole('region', { name: /^You are marked present/ })).toBeVisible();
});
