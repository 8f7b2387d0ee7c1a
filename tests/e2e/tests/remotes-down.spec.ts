import { expect, signInAs, test } from '../support/test.ts';

const areas = [
  {
    remote: 'teacher',
    path: '/teacher',
    as: 'teacher',
    other: { path: '/attendance/00000000', shows: 'Invalid QR code' },
  },
  {
    remote: 'student',
    path: '/student',
    as: 'student',
    other: { path: '/attendance/00000000', shows: 'Invalid QR code' },
  },
  {
    remote: 'attendance',
    path: '/attendance/00000000',
    as: 'student',
    other: { path: '/student', shows: 'Dashboard' },
  },
] as const;

for (const { remote, path, as, other } of areas)
  test(`The other remotes work while the ${remote} remote is down, and a retry restores it`, async ({
    page,
    campus,
  }) => {
    await signInAs(page, await campus[as]());
    await page.route(`**/remotes/${remote}/**`, (route) => route.abort());
    await page.goto(path);
    await expect(page.getByText('This area is unavailable right now')).toBeVisible();
    await expect(page.getByRole('banner').getByText('QR Attendance System')).toBeVisible();
    const navigation = page.getByRole('navigation', { name: 'Main navigation' });
    await expect(navigation.getByRole('link', { name: 'Reports' })).toBeVisible();

    await page.goto(other.path);
    await expect(page.getByRole('main').getByText(other.shows).first()).toBeVisible();

    await page.goto(path);
    await expect(page.getByText('This area is unavailable right now')).toBeVisible();
    await page.unroute(`**/remotes/${remote}/**`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('This area is unavailable right now')).toBeHidden();
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  });
