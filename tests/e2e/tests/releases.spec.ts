import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { campus, type Member } from '../support/campus.ts';
import { fillLogin } from '../support/forms.ts';
import {
  ADDED_PAGE,
  startCampusWithReleases,
  versionOf,
  type CampusWithReleases,
} from '../support/releases/start-campus-with-releases.ts';
import { expect, signInAs, test, watchConsole } from '../support/test.ts';

const PRODUCT = versionOf('student', 2);
const NEW = versionOf('student-2', 2);
const FAILED = 'This area is unavailable right now';

test.describe('Releases of one remote', () => {
  test.describe.configure({ mode: 'default' });
  let system: CampusWithReleases;
  test.beforeAll(async () => {
    system = await startCampusWithReleases();
  });
  test.afterAll(async () => {
    await system.stop();
  });
  test.afterEach(async () => {
    expect(system.gateway.deaths()).toBe(0);
  });

  const device = async (browser: Browser, member: Member): Promise<Page> => {
    const context = await browser.newContext({ baseURL: system.url });
    const page = await context.newPage();
    await signInAs(page, member);
    return page;
  };
  const expectRelease = async (page: Page, version: string | undefined): Promise<void> => {
    await page.goto('/student');
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    const marks = await page.getByText(/^Release \d/).allTextContents();
    expect(marks).toEqual(version === undefined ? [] : [`Release ${version}`]);
  };
  const links = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link');
  const PRODUCT_LINKS = ['Dashboard', 'History', 'Scan', 'Enroll', 'Security', 'Reports'];
  /** The user's position among all users in percent, computed as in the operations handbook. */
  const positionOf = (remote: string, { id }: Member): number =>
    (createHash('sha256').update(`${remote}:${id}`).digest().readUInt32BE(0) / 2 ** 32) * 100;

  test('A new version is rolled out to some users, then all, and rolled back, only by editing remotes.json', async ({
    browser,
  }) => {
    const { student } = campus(system.url);
    const people = [await student(), await student()];
    const [early, late] = people.toSorted((a, b) => positionOf('student', a) - positionOf('student', b));
    if (!early || !late) throw new Error('two students were registered');
    const [phone, laptop, other] = [
      await device(browser, early),
      await device(browser, early),
      await device(browser, late),
    ];
    const shell = join(import.meta.dirname, '../../../shell/dist/index.html');
    const built = await readFile(shell, 'utf8');
    await expectRelease(phone, undefined);
    await expectRelease(other, undefined);
    await expect(links(phone)).toHaveText(PRODUCT_LINKS);

    const percent = (positionOf('student', early) + positionOf('student', late)) / 2;
    await system.release({ ...PRODUCT, rollout: [{ ...NEW, percent }] });
    for (let time = 0; time < 2; time += 1) {
      await expectRelease(phone, '2.0.0');
      await expectRelease(laptop, '2.0.0');
      await expectRelease(other, undefined);
    }
    await expect(links(phone)).toHaveText([...PRODUCT_LINKS, ADDED_PAGE]);
    await expect(links(other)).toHaveText(PRODUCT_LINKS);
    await phone.goto('/account');
    await expect(links(phone)).toHaveText([...PRODUCT_LINKS, ADDED_PAGE]);

    await system.release({ ...PRODUCT, rollout: [{ ...NEW, percent: 100 }] });
    await expectRelease(phone, '2.0.0');
    await expectRelease(other, '2.0.0');

    await system.release(PRODUCT);
    await expectRelease(phone, undefined);
    await expectRelease(other, undefined);

    await system.release(NEW);
    await expectRelease(phone, '2.0.0');
    await expectRelease(other, '2.0.0');
    expect(await readFile(shell, 'utf8')).toBe(built);
  });

  test('A version built for an older contract works in the current shell', async ({ browser }) => {
    const page = await device(browser, await campus(system.url).student());
    await system.release(versionOf('student-old', 1));
    await expectRelease(page, '0.9.0');
    await expect(links(page)).toHaveText(PRODUCT_LINKS);
    await page.getByRole('link', { name: 'History' }).first().click();
    await expect(page.getByRole('heading', { name: 'Attendance History' })).toBeVisible();
  });

  for (const [what, version] of [
    ['is missing', versionOf('student-none', 2)],
    ['lacks a file', versionOf('student-broken', 2)],
    ['declares that it needs another shell', versionOf('student-future', 99)],
    ['needs another shell without declaring it', versionOf('student-future', 2)],
    ['imports a name that the shell does not share', versionOf('student-more', 2)],
  ] as const)
    test(`Users get the stable version if a new version ${what}`, async ({ browser }) => {
      const page = await device(browser, await campus(system.url).student());
      const warnings: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'warning') warnings.push(message.text());
      });
      await system.release({ ...PRODUCT, rollout: [{ ...version, percent: 100 }] });
      await expectRelease(page, undefined);
      expect(warnings.join('\n')).toContain(`${version.entry} can't be used`);
      await page.getByRole('link', { name: 'History' }).first().click();
      await expect(page.getByRole('heading', { name: 'Attendance History' })).toBeVisible();
    });

  for (const listed of [99, 2])
    test(`An incompatible version listed as ${listed} shows the fallback, the rest works, and it can be rolled back`, async ({
      browser,
    }) => {
      const on = campus(system.url);
      const page = await device(browser, await on.student());
      await system.release(versionOf('student-future', listed));
      await page.goto('/student');
      await expect(page.getByText(FAILED)).toBeVisible();
      await expect(page.getByText('are different versions')).toBeVisible();

      await page.goto('/attendance/00000000');
      await expect(page.getByRole('main').getByText('Invalid QR code').first()).toBeVisible();
      await page.goto('/account');
      await expect(page.getByRole('heading', { name: 'My account', exact: true })).toBeVisible();
      const teacher = await device(browser, await on.teacher());
      await teacher.goto('/teacher');
      await expect(teacher.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

      await page.goto('/student');
      await expect(page.getByText(FAILED)).toBeVisible();
      await system.release(PRODUCT);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
      await expect(page.getByText(FAILED)).toBeHidden();
    });

  test('A version that imports a name that the shell does not share is rejected before it runs, with an explanation', async ({
    browser,
  }) => {
    const page = await device(browser, await campus(system.url).student());
    const warnings: string[] = [];
    page.on('console', (message) => warnings.push(message.text()));
    await system.release(versionOf('student-more', 2));
    await page.goto('/student');
    await expect(page.getByText(FAILED)).toBeVisible();
    await expect(page.getByText('are different versions')).toBeVisible();
    expect(warnings.join('\n')).toContain('useFetcher of react-router');
    // Files of the remote may already be loading, but none may run.
    expect(
      await page.evaluate<string[]>("Object.keys(window).filter((name) => name.startsWith('student_'))"),
    ).toEqual([]);
    await expect(links(page)).toHaveText(PRODUCT_LINKS);

    await system.release(PRODUCT);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  });

  test('A version that needs a later version of a singleton module is rejected, with the reason', async ({
    browser,
  }) => {
    const page = await device(browser, await campus(system.url).student());
    const warnings: string[] = [];
    page.on('console', (message) => warnings.push(message.text()));
    await system.release(versionOf('student-later', 2));
    await page.goto('/student');
    await expect(page.getByText(FAILED)).toBeVisible();
    await expect(page.getByText('are different versions')).toBeVisible();
    expect(warnings.join('\n')).toMatch(/it needs react-router .*\^99\.0\.0.* instead of 7\./);
  });

  test('A remote can be released alone with a new component, a newer package and a new text', async ({
    browser,
  }) => {
    const { student, teacher } = campus(system.url);
    await system.release(versionOf('student-notices', 2));
    const page = await (await browser.newContext({ baseURL: system.url })).newPage();
    const complaints = watchConsole(page);
    await page.goto('/login');
    await fillLogin(page, (await student()).email);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible();
    await expectRelease(page, '2.3.0');
    const area = page.getByRole('region', { name: 'Notices' });
    await expect(area.getByRole('radio')).toHaveCount(5);
    await expect(area.locator('.ant-rate')).toHaveCSS('display', 'inline-block');
    await expect(area.getByText('Leave the notices')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible();

    await page.getByRole('button', { name: 'Appearance and language' }).click();
    await page.getByLabel('Deutsch').check();
    await expect(area.getByText('Mitteilungen verlassen')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Abmelden' })).toBeVisible();
    expect(complaints).toEqual([]);

    const other = await device(browser, await teacher());
    await other.goto('/teacher');
    await expect(other.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    expect(await system.runOwnTests()).toContain('1 passed');
  });

  test('An invalid edit of remotes.json changes nothing', async ({ browser }) => {
    const page = await device(browser, await campus(system.url).student());
    await system.release(NEW);
    await expectRelease(page, '2.0.0');
    await system.release({ ...PRODUCT, rollout: [{ ...NEW, percent: 101 }] });
    await expectRelease(page, '2.0.0');
  });

  test('A faulty entry in the list affects only its area', async ({ browser }) => {
    const page = await device(browser, await campus(system.url).student());
    const list = { attendance: versionOf('attendance', 2), student: { entry: 1 } };
    await page.route('**/remotes.json', (route) => route.fulfill({ json: list }));
    // The page contains a copy of the list, which the test replaces, too.
    await page.route(/\/(student|attendance\/0+)$/, async (route) => {
      const answer = await route.fetch();
      const embedded = JSON.stringify({ list, manifests: {} });
      const body = (await answer.text()).replace(/(id="remotes">)[^<]*/, `$1${embedded}`);
      await route.fulfill({ response: answer, body });
    });
    await page.goto('/student');
    await expect(page.getByText(FAILED)).toBeVisible();
    await page.goto('/attendance/00000000');
    await expect(page.getByRole('main').getByText('Invalid QR code').first()).toBeVisible();
  });
});
