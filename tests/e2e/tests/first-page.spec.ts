import type { Locator, Page } from '@playwright/test';
import { PASSWORD } from '../support/campus.ts';
import { enterPin } from '../support/forms.ts';
import { expect, signInAs, test, watchConsole } from '../support/test.ts';
import { runningClass } from '../support/world.ts';

const openWithoutScripts = async (page: Page, path: string): Promise<() => Promise<void>> => {
  const { promise: open, resolve: releaseScripts } = Promise.withResolvers<void>();
  await page.route(/\.js$/, async (route) => {
    await open;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await expect(firstPage(page)).toBeAttached();
  return async () => {
    releaseScripts();
    await expect(firstPage(page)).not.toBeAttached();
  };
};
const firstPage = (page: Page): Locator => page.locator('#root[data-first-page]');

const drawnIn = (page: Page, part = 'div'): Promise<unknown> =>
  page.evaluate(`[...document.querySelectorAll(':is(#first-page, #root) ${part} :is(h1, h2, p, a, button, input, label, header, nav, main, svg, .ui-button)')]
    .filter((element) => element.checkVisibility())
    .map((element) => {
      for (const change of element.getAnimations()) change.finish();
      const { x, y, width, height } = element.getBoundingClientRect();
      const { color, backgroundColor, borderTopColor, fontSize, fontWeight } = getComputedStyle(element);
      return [element.localName, element.textContent.trim(), [x, y, width, height].map(Math.round),
        color, backgroundColor, borderTopColor, fontSize, fontWeight].join(' | ');
    })`);

for (const locale of ['en-US', 'de-DE'])
  for (const colorScheme of ['light', 'dark'] as const)
    test.describe(`in ${locale} and ${colorScheme}`, () => {
      test.use({ locale, colorScheme, viewport: { width: 360, height: 740 } });
      for (const path of ['/', '/login'])
        test(`${path} is shown before its scripts, and nothing shifts when they arrive`, async ({ page }) => {
          const complaints = watchConsole(page);
          const releaseScripts = await openWithoutScripts(page, path);
          await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2));
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          const before = await drawnIn(page);
          await releaseScripts();
          expect(await drawnIn(page)).toEqual(before);
          expect(complaints).toEqual([]);
        });
    });

test('An area shows its frame and reserves space for its links before its scripts arrive', async ({
  page,
  campus,
}) => {
  const student = await campus.student();
  await signInAs(page, student);
  await page.setViewportSize({ width: 1280, height: 800 });
  const releaseScripts = await openWithoutScripts(page, '/student');
  await expect(page.getByRole('link', { name: 'QR Attendance System' })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Checking who is signed in' })).toBeVisible();
  const nav = page.getByRole('navigation').first();
  const place = await nav.boundingBox();
  expect(place?.height).toBeGreaterThan(40);
  await releaseScripts();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  expect(await nav.boundingBox()).toEqual(place);
});

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in German and ${colorScheme}`, () => {
    test.use({ locale: 'de-DE', colorScheme, viewport: { width: 360, height: 740 } });

    test('The scan page is shown before its scripts, and nothing shifts when they arrive', async ({
      page,
      campus,
    }) => {
      await signInAs(page, await campus.student());
      const complaints = watchConsole(page);
      const releaseScripts = await openWithoutScripts(page, '/student/scan');
      await expect(page.getByRole('button', { name: 'Scannen' })).toBeVisible();
      const before = await drawnIn(page, 'main');
      await releaseScripts();
      expect(await drawnIn(page, 'main')).toEqual(before);
      expect(complaints).toEqual([]);
    });

    test('The first step of a mark is shown before its scripts and stays in place', async ({
      page,
      campus,
    }) => {
      const { student, scanned } = await runningClass(campus, { preferences: { requirePin: true } });
      await signInAs(page, student);
      const complaints = watchConsole(page);
      const releaseScripts = await openWithoutScripts(page, scanned);
      const button = page.getByRole('main').getByRole('button', { name: 'Anwesenheit eintragen' });
      await expect(button).toBeVisible();
      const pin = page.getByLabel('PIN', { exact: true });
      const before = await pin.boundingBox();
      await releaseScripts();
      await expect(button).toBeVisible();
      const after = await pin.boundingBox();
      expect(after).toEqual({ ...before, y: expect.any(Number) });
      // A long name of a person or course may add a line.
      expect(Math.abs((after?.y ?? NaN) - (before?.y ?? NaN))).toBeLessThan(30);
      expect(complaints).toEqual([]);
    });
  });

test('A PIN that is typed and sent before the scripts arrive records the attendance', async ({
  page,
  campus,
}) => {
  const { student, scanned, session } = await runningClass(campus, { preferences: { requirePin: true } });
  await signInAs(page, student);
  const releaseScripts = await openWithoutScripts(page, scanned);
  await enterPin(page);
  await page.getByRole('button', { name: 'Mark My Attendance' }).click();
  await expect(page.getByRole('button', { name: 'Mark My Attendance' })).toHaveAttribute('aria-busy', 'true');
  await releaseScripts();
  await expect(page.getByRole('heading', { name: 'Attendance Marked!' })).toBeVisible();
  await expect(page.getByText(session.course.name).first()).toBeVisible();
});

test('A button that is held down while the app starts records the attendance', async ({ page, campus }) => {
  const { student, scanned } = await runningClass(campus);
  await signInAs(page, student);
  const action = page.getByRole('button', { name: 'Mark My Attendance' });
  await (
    await openWithoutScripts(page, scanned)
  )();
  await expect(action).toBeVisible();
  const releaseScripts = await openWithoutScripts(page, scanned);
  await action.hover();
  await page.mouse.down();
  const replaced = releaseScripts();
  await expect(page.locator('#root main')).toContainText('Mark Attendance');
  await page.mouse.up();
  await replaced;
  await expect(page.getByRole('heading', { name: 'Attendance Marked!' })).toBeVisible();
});

test('A student who needs no PIN sees no PIN field after the first mark in a browser', async ({
  page,
  campus,
}) => {
  const { student, scanned } = await runningClass(campus);
  await signInAs(page, student);
  const pin = page.getByLabel('PIN', { exact: true });
  const action = page.getByRole('button', { name: 'Mark My Attendance' });
  await (
    await openWithoutScripts(page, scanned)
  )();
  await expect(action).toBeVisible();
  await expect(pin).toHaveCount(0);
  const releaseScripts = await openWithoutScripts(page, scanned);
  await expect(action).toBeVisible();
  await expect(pin).toHaveCount(0);
  await releaseScripts();
  await expect(action).toBeVisible();
});

test('The prerendered first step is hidden from teachers and from students with another first step', async ({
  page,
  campus,
}) => {
  const { teacher, student, scanned } = await runningClass(campus);
  await signInAs(page, teacher);
  await (
    await openWithoutScripts(page, scanned)
  )();
  await expect(page.getByText('Only students mark attendance')).toBeVisible();
  await signInAs(page, student);
  await page.evaluate("localStorage.setItem('first-page:/attendance/:qrCode', 'other')");
  await openWithoutScripts(page, scanned);
  await expect(page.getByRole('status', { name: 'Checking who is signed in' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark My Attendance' })).toHaveCount(0);
});

test('Pressing "Start Scanning" before the scripts arrive asks for the camera', async ({ page, campus }) => {
  await signInAs(page, await campus.student());
  await page.context().grantPermissions(['camera']);
  const releaseScripts = await openWithoutScripts(page, '/student/scan');
  await page.getByRole('button', { name: 'Start Scanning' }).click();
  await releaseScripts();
  // The test browser has no camera, so either the picture or the error may appear.
  const picture = page.getByRole('img', { name: 'Camera picture' });
  await expect(picture.or(page.getByText('Camera access denied or not available')).first()).toBeVisible();
});

test('A visitor who scanned a code signs in before the scripts arrive and can mark', async ({
  page,
  campus,
}) => {
  const { student, scanned } = await runningClass(campus);
  const releaseScripts = await openWithoutScripts(page, scanned);
  await page.getByLabel('Email').fill(student.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByRole('button', { name: 'Login' })).toHaveAttribute(
    'aria-busy',
    'true',
  );
  await releaseScripts();
  await expect(page.getByRole('button', { name: 'Mark My Attendance' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${scanned}$`));
});

test('Signing in before the scripts arrive works, and no password appears in a URL', async ({
  page,
  campus,
}) => {
  const teacher = await campus.teacher();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const releaseScripts = await openWithoutScripts(page, '/login');
  await page.getByLabel('Email').fill(teacher.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(firstPage(page)).toBeAttached();
  await releaseScripts();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  expect(
    asked.filter((url) => url.includes(encodeURIComponent(PASSWORD)) || url.includes('password=')),
  ).toEqual([]);
});

test('A form that was partly filled before the app started keeps its input and the focus', async ({
  page,
}) => {
  const releaseScripts = await openWithoutScripts(page, '/login');
  await page.getByLabel('Email').fill('ada@campus.example');
  await page.getByLabel('Password').pressSequentially('corr');
  await releaseScripts();
  await expect(page.getByLabel('Email')).toHaveValue('ada@campus.example');
  await expect(page.getByLabel('Password')).toBeFocused();
  await page.keyboard.type('ect');
  await expect(page.getByLabel('Password')).toHaveValue('correct');
  await expect(page.getByRole('alert')).toHaveCount(0);
});
