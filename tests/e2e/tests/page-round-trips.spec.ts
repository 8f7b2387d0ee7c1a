import { depths } from '@qr-attendance/tooling/page-weight';
import { countRounds } from '../support/request-depth.ts';
import { expect, signInAs, test } from '../support/test.ts';
import { runningClass } from '../support/world.ts';

test.describe('The consecutive round trips until a page can be used', () => {
  const expectDepth = (rounds: string[][], depth: number): void => {
    const description = rounds.map((round, number) => `${number + 1}: ${round.join(' ')}`).join('\n');
    expect(rounds.length, description).toBeGreaterThanOrEqual(2);
    expect(rounds.length, description).toBeLessThanOrEqual(depth);
    const all = rounds.flat().filter((path) => path.includes('/assets/'));
    expect(
      all.filter((path, at) => all.indexOf(path) < at),
      'no file is fetched twice',
    ).toEqual([]);
  };
  for (const locale of ['en-US', 'de-DE'])
    test.describe(locale, () => {
      test.use({ locale });
      test('of the landing page stay within their budget', async ({ page }) => {
        expectDepth(await countRounds(page, '/', page.getByRole('heading', { level: 1 })), depths.home);
      });

      test('of the sign-in page stay within their budget', async ({ page }) => {
        const form = page.getByRole('main').getByRole('textbox').first();
        expectDepth(await countRounds(page, '/login', form), depths.signIn);
      });

      test('of the scan page stay within their budget', async ({ page, campus }) => {
        await signInAs(page, await campus.student());
        const start = page.getByRole('main').getByRole('button', { name: /^(Start Scanning|Scannen)$/ });
        expectDepth(await countRounds(page, '/student/scan', start), depths.scan);
      });

      test('of the marking page stay within their budget', async ({ page, campus }) => {
        const { student, scanned } = await runningClass(campus);
        await signInAs(page, student);
        const control = page
          .getByRole('main')
          .getByRole('button', { name: /^(Mark My Attendance|Anwesenheit eintragen)$/ });
        expectDepth(await countRounds(page, scanned, control), depths.marking);
      });

      test('of the marking page stay within their budget after an earlier scan in this browser', async ({
        page,
        campus,
      }) => {
        const { student, scanned } = await runningClass(campus);
        await signInAs(page, student);
        const control = { name: /^(Mark My Attendance|Anwesenheit eintragen)$/ };
        await page.goto(scanned);
        await expect(page.getByRole('main').getByRole('button', control)).toBeVisible();
        const next = await page.context().newPage();
        const rounds = await countRounds(next, scanned, next.getByRole('main').getByRole('button', control));
        expectDepth(rounds, depths.markingAgain);
        const asked = rounds.flat().filter((path) => path.startsWith('/api/'));
        expect(asked.filter((path) => /\/(me|verify\/\w+)$/.test(path))).toHaveLength(2);
      });
    });
});
