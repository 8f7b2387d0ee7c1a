import type { Page } from '@playwright/test';
import { expect, signInAs, test } from '@qr-attendance/e2e/support/test';
import { runningClass } from '@qr-attendance/e2e/support/world';

interface Lock {
  released: boolean;
  release: () => Promise<void>;
}
interface LockingWindow {
  locks: Lock[];
  navigator: { wakeLock: { request: (type: string) => Promise<Lock> } };
}

/** Records the locks that the page requests, because a headless browser grants no locks. */
const watchLocks = () => {
  const page = globalThis as unknown as LockingWindow;
  const { wakeLock } = page.navigator;
  page.locks = [];
  const request = wakeLock.request.bind(wakeLock);
  const grant = (): Lock => {
    const lock = { released: false, release: async () => void (lock.released = true) };
    return lock;
  };
  wakeLock.request = async (type) => {
    const lock = await request(type).catch(grant);
    page.locks.push(lock);
    return lock;
  };
};
const countLocks = (page: Page): Promise<{ held: number; released: number }> =>
  page.evaluate(() => {
    const { locks } = globalThis as unknown as LockingWindow;
    const held = locks.filter(({ released }) => !released).length;
    return { held, released: locks.length - held };
  });

test('The screen stays on while a code is shown, and can sleep afterwards', async ({ page, campus }) => {
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
