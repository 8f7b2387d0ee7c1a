import type { Page } from '@playwright/test';
import type { AttendanceRecord } from '@qr-attendance/contracts';
import { addAuthenticator } from '../support/authenticator.ts';
import type { Campus } from '../support/campus.ts';
import { enterPin } from '../support/forms.ts';
import { expect, signInAs, test } from '../support/test.ts';
import { runningClass, type World } from '../support/world.ts';

const MARK = '**/api/attendance';
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const success = (page: Page) => heading(page, 'Attendance Marked!');
const pressMark = (page: Page) => page.getByRole('button', { name: 'Mark My Attendance' }).click();

const recordsOf = ({ session, teacher }: World, campus: Campus) =>
  campus.call<AttendanceRecord[]>('GET', `/api/attendance?sessionId=${session._id}`, teacher.token);

const keptMarks = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('attendance-pending');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const counting = opening.result.transaction('marks').objectStore('marks').count();
      counting.onsuccess = () => { opening.result.close(); resolve(counting.result); };
    };
  })`);

/** Counts the marks that the page sends. The first `failing` ones fail in the given way. */
const interceptCalls = async (page: Page, failing: number, fate: 'never sent' | 'answer lost') => {
  const count = { sent: 0 };
  await page.route(MARK, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    count.sent += 1;
    if (count.sent > failing) return route.continue();
    if (fate === 'answer lost') await route.fetch();
    return route.abort('connectionreset');
  });
  return count;
};

/** Longer than any pause between two attempts. */
const A_WHILE_MS = 30_000;

const openMarking = async (page: Page, campus: Campus): Promise<World> => {
  const world = await runningClass(campus, { preferences: { requirePin: true } });
  await signInAs(page, world.student);
  await page.goto(world.scanned);
  // Waits for the app; a press on the prerendered page would be replayed only after its start.
  await expect(page.locator('#root[data-first-page]')).toHaveCount(0);
  await enterPin(page);
  return world;
};

test('A phone without a connection shows that it is offline, and sends the mark once connected', async ({
  page,
  context,
  campus,
}) => {
  const world = await openMarking(page, campus);
  await context.setOffline(true);
  await pressMark(page);
  await expect(heading(page, 'Not sent yet')).toBeVisible();
  await expect(page.getByText('This phone has no connection.')).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/^Trying again in \d+ s$/);
  await expect(page.getByRole('button', { name: 'Try now' })).toBeVisible();
  expect(await recordsOf(world, campus)).toEqual([]);
  await expect(success(page)).toHaveCount(0);

  await context.setOffline(false);
  await expect(success(page)).toBeVisible();
  expect(await recordsOf(world, campus)).toHaveLength(1);
  await expect.poll(() => keptMarks(page)).toBe(0);
});

test('A mark requested before the code is verified is sent once the network is back', async ({
  page,
  context,
  campus,
}) => {
  const world = await runningClass(campus);
  await signInAs(page, world.student);
  const verification = '**/api/sessions/verify/**';
  await page.route(verification, (route) => route.abort('internetdisconnected'));
  await page.goto(world.scanned, { waitUntil: 'commit' });
  // The prerendered button records the press before the app has started.
  await page.locator('#first-page button[name="mark"]').click();
  await expect(page.getByText('The server could not be reached.')).toBeVisible();
  expect(await recordsOf(world, campus)).toEqual([]);
  await context.setOffline(true);
  await page.unroute(verification);
  await context.setOffline(false);
  await expect(success(page)).toBeVisible();
  expect(await recordsOf(world, campus)).toHaveLength(1);
});

test('A mark whose response is lost is sent again and counts once', async ({ page, campus }) => {
  const world = await openMarking(page, campus);
  const count = await interceptCalls(page, 2, 'answer lost');
  await pressMark(page);
  await expect(heading(page, 'Not confirmed yet')).toBeVisible();
  await expect(success(page)).toHaveCount(0);
  await expect(success(page)).toBeVisible();
  expect(count.sent).toBe(3);
  expect(await recordsOf(world, campus)).toHaveLength(1);
});

test('A pending mark survives a reload and is sent again', async ({ page, campus }) => {
  const world = await openMarking(page, campus);
  await interceptCalls(page, Infinity, 'never sent');
  await pressMark(page);
  await expect(page.getByText('If it reloads, sending continues automatically.')).toBeVisible();
  expect(await keptMarks(page)).toBe(1);
  await page.reload();
  await expect(heading(page, 'Not confirmed yet')).toBeVisible();
  await expect(success(page)).toHaveCount(0);
  expect(await recordsOf(world, campus)).toEqual([]);

  await page.reload();
  await page.unrouteAll();
  await expect(success(page)).toBeVisible();
  expect(await recordsOf(world, campus)).toHaveLength(1);
  await expect.poll(() => keptMarks(page)).toBe(0);
});

test('A pending mark stays stored while the student visits other pages', async ({ page, campus }) => {
  await page.clock.install();
  const world = await openMarking(page, campus);
  const count = await interceptCalls(page, Infinity, 'never sent');
  await pressMark(page);
  await expect(heading(page, 'Not confirmed yet')).toBeVisible();
  await page.getByRole('link', { name: 'History' }).first().click();
  await expect(heading(page, 'Attendance History')).toBeVisible();
  const sent = count.sent;
  await page.clock.fastForward(A_WHILE_MS);
  await page.clock.fastForward(A_WHILE_MS);
  expect(count.sent).toBe(sent);
  await page.unrouteAll();
  await page.goBack();
  await expect(success(page)).toBeVisible();
  expect(await recordsOf(world, campus)).toHaveLength(1);
});

test('An expired passkey assertion must be repeated by the user', async ({ page, campus }) => {
  await page.clock.install();
  const world = await runningClass(campus, { preferences: { requireBiometric: true } });
  await signInAs(page, world.student);
  await addAuthenticator(page);
  await page.goto(world.scanned);
  await page.getByRole('link', { name: 'Open Security Settings' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('link', { name: 'Back to marking' }).click();
  const count = await interceptCalls(page, Infinity, 'never sent');
  await pressMark(page);
  await expect(heading(page, 'Not confirmed yet')).toBeVisible();
  await page.clock.fastForward(60_000);
  await expect(heading(page, 'Confirm that it is you')).toBeVisible();
  // A reload must not send the mark either.
  await page.reload();
  await expect(heading(page, 'Confirm that it is you')).toBeVisible();
  const sent = count.sent;
  await page.clock.fastForward(A_WHILE_MS);
  expect(count.sent).toBe(sent);
  expect(await recordsOf(world, campus)).toEqual([]);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Confirm and send' }).click();
  await expect(success(page)).toBeVisible();
  expect(await recordsOf(world, campus)).toHaveLength(1);
});

test('A pending mark of one student is discarded when another signs in', async ({ page, campus }) => {
  const world = await openMarking(page, campus);
  await interceptCalls(page, Infinity, 'never sent');
  await pressMark(page);
  await expect(heading(page, 'Not confirmed yet')).toBeVisible();
  await expect.poll(() => keptMarks(page)).toBe(1);
  const next = await campus.student('Alan Turing');
  await campus.enroll(next, world.course);
  await signInAs(page, next);
  await page.goto(world.scanned);
  await expect(page.getByText('Before you can mark attendance')).toBeVisible();
  expect(await keptMarks(page)).toBe(0);
  expect(await recordsOf(world, campus)).toEqual([]);
});

test('A rejected mark is shown as rejected, and is neither repeated nor stored', async ({ page, campus }) => {
  await page.clock.install();
  const world = await openMarking(page, campus);
  const count = await interceptCalls(page, 0, 'never sent');
  await campus.call('PATCH', `/api/sessions/${world.session._id}`, world.teacher.token, { active: false });
  // The attendance service receives the end through an event.
  await expect
    .poll(async () => (await recordsOf(world, campus)).map(({ status }) => status))
    .toEqual(['ABSENT']);
  await pressMark(page);
  await expect(heading(page, 'Error')).toBeVisible();
  await expect(page.getByText('ended').first()).toBeVisible();
  await page.clock.fastForward(A_WHILE_MS);
  expect(count.sent).toBe(1);
  await expect(page.getByRole('button', { name: 'Try now' })).toHaveCount(0);
  expect(await keptMarks(page)).toBe(0);
});
