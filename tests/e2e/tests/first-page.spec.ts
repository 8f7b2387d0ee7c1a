import type { Locator, Page } from '@playwright/test';
import { PASSWORD } from '../support/campus.ts';
import { enterPin } from '../support/forms.ts';
import { expect, signInAs, test, watchConsole } from '../support/test.ts';
import { runningClass } from '../support/world.ts';

/** Opens a page whose scripts do not come until they are let through. */
const openWithoutScripts = async (page: Page, path: string): Promise<() => Promise<void>> => {
  const { promise: open, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route(/\.js$/, async (route) => {
    await open;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await expect(firstPage(page)).toBeAttached();
  return async () => {
    letThrough();
    await expect(firstPage(page)).not.toBeAttached();
  };
};
const firstPage = (page: Page): Locator => page.locator('#root[data-first-page]');

/** What is drawn, and where: what moves or looks other when the app takes over would be seen. */
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
        test(`${path} is there before its scripts are, and nothing of it moves when they come`, async ({
          page,
        }) => {
          const complaints = watchConsole(page);
          const letThrough = await openWithoutScripts(page, path);
          await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2));
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          const before = await drawnIn(page);
          await letThrough();
          expect(await drawnIn(page)).toEqual(before);
          expect(complaints).toEqual([]);
        });
    });

test('an area has its frame, and the place of its links, before its scripts are there', async ({
  page,
  campus,
}) => {
  const student = await campus.student();
  await signInAs(page, student);
  await page.setViewportSize({ width: 1280, height: 800 });
  const letThrough = await openWithoutScripts(page, '/student');
  await expect(page.getByRole('link', { name: 'QR Attendance System' })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Checking who is signed in' })).toBeVisible();
  const nav = page.getByRole('navigation').first();
  const place = await nav.boundingBox();
  expect(place?.height).toBeGreaterThan(40);
  await letThrough();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  expect(await nav.boundingBox()).toEqual(place);
});

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in German and ${colorScheme}`, () => {
    test.use({ locale: 'de-DE', colorScheme, viewport: { width: 360, height: 740 } });

    test('the scan page is there before its scripts are, and nothing of it moves when they come', async ({
      page,
      campus,
    }) => {
      await signInAs(page, await campus.student());
      const complaints = watchConsole(page);
      const letThrough = await openWithoutScripts(page, '/student/scan');
      await expect(page.getByRole('button', { name: 'Scannen' })).toBeVisible();
      const before = await drawnIn(page, 'main');
      await letThrough();
      expect(await drawnIn(page, 'main')).toEqual(before);
      expect(complaints).toEqual([]);
    });

    test('the first step of a mark is there before its scripts are, and stays where it is', async ({
      page,
      campus,
    }) => {
      const { student, scanned } = await runningClass(campus, { preferences: { requirePin: true } });
      await signInAs(page, student);
      const complaints = watchConsole(page);
      const letThrough = await openWithoutScripts(page, scanned);
      const button = page.getByRole('main').getByRole('button', { name: 'Anwesenheit eintragen' });
      await expect(button).toBeVisible();
      const pin = page.getByLabel('PIN', { exact: true });
      const before = await pin.boundingBox();
      await letThrough();
      await expect(button).toBeVisible();
      const after = await pin.boundingBox();
      expect(after).toEqual({ ...before, y: expect.any(Number) });
      // A name of a person or course may take a line more or less.
      expect(Math.abs((after?.y ?? NaN) - (before?.y ?? NaN))).toBeLessThan(30);
      expect(complaints).toEqual([]);
    });
  });

test('a PIN that is typed and sent before the scripts are there marks the attendance', async ({
  page,
  campus,
}) => {
  const { student, scanned, session } = await runningClass(campus, { preferences: { requirePin: true } });
  await signInAs(page, student);
  const letThrough = await openWithoutScripts(page, scanned);
  await enterPin(page);
  await page.getByRole('button', { name: 'Mark My Attendance' }).click();
  await expect(page.getByRole('button', { name: 'Mark My Attendance' })).toHaveAttribute('aria-busy', 'true');
  await letThrough();
  await expect(page.getByRole('heading', { name: 'Attendance Marked!' })).toBeVisible();
  await expect(page.getByText(session.course.name).first()).toBeVisible();
});

test('who needs no PIN is shown none from their second mark in a browser on', async ({ page, campus }) => {
  const { student, scanned } = await runningClass(campus);
  await signInAs(page, student);
  const pin = page.getByLabel('PIN', { exact: true });
  const action = page.getByRole('button', { name: 'Mark My Attendance' });
  await (
    await openWithoutScripts(page, scanned)
  )();
  await expect(action).toBeVisible();
  await expect(pin).toHaveCount(0);
  const letThrough = await openWithoutScripts(page, scanned);
  await expect(action).toBeVisible();
  await expect(pin).toHaveCount(0);
  await letThrough();
  await expect(action).toBeVisible();
});

test('a teacher, and a student whose mark begins otherwise, see no first step before the app says which', async ({
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

test('"Start Scanning" pressed before the scripts are there starts the camera', async ({ page, campus }) => {
  await signInAs(page, await campus.student());
  await page.context().grantPermissions(['camera']);
  const letThrough = await openWithoutScripts(page, '/student/scan');
  await page.getByRole('button', { name: 'Start Scanning' }).click();
  await letThrough();
  await expect(page.getByRole('img', { name: 'Camera picture' })).toBeVisible();
});

test('a visitor who scanned a code types and sends before the scripts are there, and comes to the mark', async ({
  page,
  campus,
}) => {
  const { student, scanned } = await runningClass(campus);
  const letThrough = await openWithoutScripts(page, scanned);
  await page.getByLabel('Email').fill(student.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByRole('button', { name: 'Login' })).toHaveAttribute(
    'aria-busy',
    'true',
  );
  await letThrough();
  await expect(page.getByRole('button', { name: 'Mark My Attendance' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${scanned}$`));
});

test('what is typed and sent before the scripts are there signs in, and no password gets into an address', async ({
  page,
  campus,
}) => {
  const teacher = await campus.teacher();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const letThrough = await openWithoutScripts(page, '/login');
  await page.getByLabel('Email').fill(teacher.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(firstPage(page)).toBeAttached();
  await letThrough();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  expect(
    asked.filter((url) => url.includes(encodeURIComponent(PASSWORD)) || url.includes('password=')),
  ).toEqual([]);
});

test('a form that is begun keeps its words and the keyboard’s place', async ({ page }) => {
  const letThrough = await openWithoutScripts(page, '/login');
  await page.getByLabel('Email').fill('ada@campus.example');
  await page.getByLabel('Password').pressSequentially('corr');
  await letThrough();
  await expect(page.getByLabel('Email')).toHaveValue('ada@campus.example');
  await expect(page.getByLabel('Password')).toBeFocused();
  await page.keyboard.type('ect');
  await expect(page.getByLabel('Password')).toHaveValue('correct');
  await expect(page.getByRole('alert')).toHaveCount(0);
});
