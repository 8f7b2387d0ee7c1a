import type { Page } from '@playwright/test';
import { request, type Campus } from '../support/campus.ts';
import { expect, signInAs, test } from '../support/test.ts';
import { marksOf, newStudent, runningClass } from '../support/world.ts';

const success = (page: Page) => page.getByRole('heading', { name: 'Attendance Marked!' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const row = (page: Page) => page.getByRole('row').filter({ has: page.getByText('this device') });

const classRequiringDevices = (campus: Campus) =>
  runningClass(campus, { session: { policy: { requireDevice: true } } });

const registerDevice = async (page: Page) => {
  await press(page, 'Register Device');
  await expect(page.getByText('Device registered successfully')).toBeVisible();
};

test('A registered device can mark, but another browser with its copied ID cannot', async ({
  page,
  browser,
  campus,
  url,
}) => {
  const world = await classRequiringDevices(campus);
  const student = await newStudent(campus, world, 'Alan Turing');
  await signInAs(page, student);
  await page.goto(world.scanned);
  await page.getByRole('link', { name: 'Open Security Settings' }).click();
  await expect(page.getByText(/register this device first/)).toBeVisible();
  await registerDevice(page);
  await expect(row(page)).toBeVisible();

  const thief = await browser.newContext({ baseURL: url });
  const copy = await thief.newPage();
  await signInAs(copy, student);
  await copy.goto(world.scanned);
  await press(copy, 'Mark My Attendance');
  await expect(copy.getByRole('alert')).toContainText('This device is not registered to you');
  await thief.close();

  const { ticket } = await campus.scan(student, world.session.qrCode ?? '');
  const bare = await request(url, 'POST', '/api/attendance', {
    token: student.token,
    body: { ticket, deviceId: student.deviceId },
  });
  expect(bare).toMatchObject({ status: 403, body: { code: 'device_signature_missing' } });
  expect(await marksOf(world, campus)).toEqual([]);

  await page.getByRole('link', { name: 'Back to marking' }).click();
  await press(page, 'Mark My Attendance');
  await expect(success(page)).toBeVisible();
  expect(await marksOf(world, campus)).toEqual(['Alan Turing']);
});

test('One phone can mark one student per session, even if it changes its ID', async ({ context, campus }) => {
  const world = await runningClass(campus);
  const names = ['Alan Turing', 'Grace Murray'];
  const pages = await Promise.all(names.map(() => context.newPage()));
  for (const [index, page] of pages.entries()) {
    await signInAs(page, await newStudent(campus, world, names[index] ?? ''));
    await page.goto(world.scanned);
    await press(page, 'Mark My Attendance');
    if (index === 0) {
      await expect(success(page)).toBeVisible();
      // An open tab would react to the next sign-in in this browser.
      await page.close();
    } else
      await expect(
        page.getByText('This device was already used by another student in this class.'),
      ).toBeVisible();
  }
  expect(await marksOf(world, campus)).toEqual(['Alan Turing']);
});

test('A device that replaces a removed device must wait, and the page shows how long', async ({
  page,
  campus,
}) => {
  const world = await classRequiringDevices(campus);
  await signInAs(page, await newStudent(campus, world, 'Alan Turing'));
  await page.goto('/student/security');
  await expect(page.getByText('You have 0 of at most 3 devices.')).toBeVisible();
  await registerDevice(page);
  await row(page)
    .getByRole('button', { name: /^Remove device/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Remove this device?' });
  await expect(dialog).toContainText('only after a waiting time');
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('No devices registered yet')).toBeVisible();
  // Deletes the key, because with it the removed device would have no cool-down.
  await page.evaluate("indexedDB.deleteDatabase('device-key'); localStorage.removeItem('deviceId')");
  await page.reload();
  await press(page, 'Register Device');
  await expect(row(page)).toContainText(/usable from \w{3} \d+ \w{3}, \d+:\d\d/);
  await page.goto(world.scanned);
  await expect(page.getByText(/^You can use this device from/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark My Attendance' })).toHaveCount(0);
});

test('A device registered by an older version of the page is registered again with one click', async ({
  page,
  campus,
}) => {
  const world = await classRequiringDevices(campus);
  const student = await newStudent(campus, world, 'Alan Turing');
  const { deviceId } = student;
  await campus.call('POST', '/api/auth/register-device', student.token, { deviceId, deviceName: 'Phone' });
  await signInAs(page, student);
  await page.goto(world.scanned);
  await page.getByRole('link', { name: 'Open Security Settings' }).click();
  await expect(row(page)).toContainText('register again');
  await registerDevice(page);
  await expect(page.getByText('register again')).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to marking' }).click();
  await press(page, 'Mark My Attendance');
  await expect(success(page)).toBeVisible();
});

test('A browser that lost its ID but not its key gets its former ID again', async ({ page, campus }) => {
  await signInAs(page, await campus.student('Alan Turing'));
  await page.goto('/student/security');
  await registerDevice(page);
  await page.evaluate("localStorage.removeItem('deviceId')");
  const navigation = page.getByRole('navigation', { name: 'Main navigation' });
  await navigation.getByRole('link', { name: 'History' }).click();
  await navigation.getByRole('link', { name: 'Security' }).click();
  await expect(page.getByText('You have 1 of at most 3 devices.')).toBeVisible();
  await press(page, 'Register Device');
  await expect(row(page)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Remove device/ })).toHaveCount(1);
});
