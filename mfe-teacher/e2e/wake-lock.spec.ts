/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { expect, signInAs, test } from '@qr-attendance/e2e/support/test';
import { runningClass } from '@qr-attendance/e2e/support/world';

type Lock = Pick<WakeLockSentinel, 'released' | 'release'>;
type LockingWindow = typeof globalThis & { locks: Lock[] };

/** Keeps the browser's locks. A browser without a screen grants none. */
const watchLocks = () => {
  const page = window as unknown as LockingWindow;
  page.locks = [];
  const request = navigator.wakeLock.request.bind(navigator.wakeLock);
  const grant = (): Lock => {
    const lock = { released: false, release: async () => void (lock.released = true) };
    return lock;
  };
  navigator.wakeLock.request = async (type) => {
    const lock = await request(type).catch(grant);
    page.locks.push(lock);
    return lock as WakeLockSentinel;
  };
};
const countLocks = (page: Page): Promise<{ held: number; released: number }> =>
  page.evaluate(() => {
    const { locks } = window as unknown as LockingWindow;
    const held = locks.filter(({ released }) => !released).length;
    return { held, released: locks.length - held };
  });

test('The screen stays on while a code is shown, and may sleep again afterwards', async ({
  page,
  campus,
}) => {
  const { teacher, session } = await runningClass(campus);
  await page.addInitScript(watchLocks);
  await signInAs(page, teacher);
  await page.goto(`/teacher/sessions/${session._id}/projector`);
  await expect(page.locator('.projector [data-qr]')).toBeVisible();
  await expect.poll(() => countLocks(page)).toEqual({ held: 1, released: 0 });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  await expect.poll(() => countLocks(page)).toEqual({ held: 1, released: 1 });
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect.poll(() => countLocks(page)).toEqual({ held: 0, released: 2 });
});
