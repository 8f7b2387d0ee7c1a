import type { BrowserContext, Page } from '@playwright/test';
import type { Campus, Member } from '../support/campus.ts';
import { fillLogin } from '../support/forms.ts';
import { expect, test } from '../support/test.ts';
import { marksOf, newStudent, runningClass, type World } from '../support/world.ts';

const NAME = 'Alan Turing';
const KEPT = 'Your scan is saved. Sign in within 3 minutes.';
const WAITS = /^You can use this device from/;

const success = (page: Page) => page.getByRole('heading', { name: 'Attendance Marked!' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const mark = async (page: Page) => {
  await press(page, 'Mark My Attendance');
  await expect(success(page)).toBeVisible();
};

const scanAndSignIn = async (page: Page, { scanned }: World, { email }: Member) => {
  await page.goto(scanned);
  await expect(page.getByText(KEPT)).toBeVisible();
  await fillLogin(page, email);
  await press(page, 'Login');
  await expect(page).toHaveURL((address) => address.pathname === scanned);
};
const registerHere = async (page: Page) => {
  await page.getByRole('link', { name: 'Open Security Settings' }).click();
  await press(page, 'Register Device');
  await expect(page.getByText('Device registered successfully')).toBeVisible();
  await page.getByRole('link', { name: 'Back to marking' }).click();
};

const clearStorage = async (context: BrowserContext, page: Page, origin: string) => {
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await page.evaluate('sessionStorage.clear()');
  await session.detach();
};

const classRequiring = async (campus: Campus, policy: object = {}) => {
  const world = await runningClass(campus, { session: { policy } });
  return { world, student: await newStudent(campus, world, NAME) };
};

test('A code opened in one browser can be used in another, and the mark counts once', async ({
  browser,
  campus,
  url,
}) => {
  const { world, student } = await classRequiring(campus);
  const [camera, usual] = await Promise.all([
    browser.newPage({ baseURL: url }),
    browser.newPage({ baseURL: url }),
  ]);
  await scanAndSignIn(usual, world, student);
  await mark(usual);
  await scanAndSignIn(camera, world, student);
  await mark(camera);
  expect(await marksOf(world, campus)).toEqual([NAME]);
});

test('A device registered in one browser must wait in another', async ({ browser, campus, url }) => {
  const { world, student } = await classRequiring(campus, { requireDevice: true });
  const [usual, camera] = await Promise.all([
    browser.newPage({ baseURL: url }),
    browser.newPage({ baseURL: url }),
  ]);
  await scanAndSignIn(usual, world, student);
  await registerHere(usual);
  await scanAndSignIn(camera, world, student);
  await registerHere(camera);
  await expect(camera.getByText(WAITS)).toBeVisible();
  await mark(usual);
  expect(await marksOf(world, campus)).toEqual([NAME]);
});

test('Three signed-in tabs all show the mark, which is stored once', async ({ context, campus }) => {
  const { world, student } = await classRequiring(campus);
  const first = await context.newPage();
  await scanAndSignIn(first, world, student);
  const tabs = [first, await context.newPage(), await context.newPage()];
  for (const tab of tabs) await tab.goto(world.scanned);
  const marked = (tab: Page) =>
    success(tab).or(tab.getByRole('heading', { name: /^You are marked present/ }));
  // A tab notifies the other tabs about its mark, perhaps before the test presses their buttons.
  await Promise.all(
    tabs.map((tab) => Promise.race([press(tab, 'Mark My Attendance'), marked(tab).waitFor()])),
  );
  for (const tab of tabs) await expect(marked(tab)).toBeVisible();
  expect(await marksOf(world, campus)).toEqual([NAME]);
});

test('Three tabs opened before the sign-in each keep their scan after one sign-in', async ({
  context,
  campus,
}) => {
  const { world, student } = await classRequiring(campus);
  const tabs = [await context.newPage(), await context.newPage(), await context.newPage()];
  for (const tab of tabs) {
    await tab.goto(world.scanned);
    await expect(tab.getByText(KEPT)).toBeVisible();
  }
  const [first, ...others] = tabs;
  await scanAndSignIn(first!, world, student);
  for (const tab of others)
    await expect(tab.getByRole('button', { name: 'Mark My Attendance' })).toBeVisible();
  await mark(others[0]!);
  await mark(first!);
  expect(await marksOf(world, campus)).toEqual([NAME]);
});

test('A private window can mark, and is a new device each time', async ({ browser, campus, url }) => {
  const { world, student } = await classRequiring(campus);
  const open = async () => browser.newPage({ baseURL: url });
  const window = await open();
  await scanAndSignIn(window, world, student);
  await mark(window);
  await window.close();

  const strict = await classRequiring(campus, { requireDevice: true });
  const [second, third] = [await open(), await open()];
  await scanAndSignIn(second, strict.world, strict.student);
  await registerHere(second);
  await mark(second);
  await second.close();
  await scanAndSignIn(third, strict.world, strict.student);
  await registerHere(third);
  await expect(third.getByText(WAITS)).toBeVisible();
});

test('Clearing the storage after registering signs the user out, and the unknown device must wait', async ({
  context,
  page,
  campus,
  url,
}) => {
  const { world, student } = await classRequiring(campus, { requireDevice: true });
  await scanAndSignIn(page, world, student);
  await registerHere(page);
  await clearStorage(context, page, url);
  await scanAndSignIn(page, world, student);
  await registerHere(page);
  await expect(page.getByText(WAITS)).toBeVisible();
  expect(await marksOf(world, campus)).toEqual([]);
});

test('Clearing the storage between scan and mark requires a new scan after the sign-in', async ({
  context,
  page,
  campus,
  url,
}) => {
  const { world, student } = await classRequiring(campus);
  await scanAndSignIn(page, world, student);
  await expect(page.getByRole('button', { name: 'Mark My Attendance' })).toBeVisible();
  await clearStorage(context, page, url);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await scanAndSignIn(page, world, student);
  await mark(page);
  expect(await marksOf(world, campus)).toEqual([NAME]);
});
