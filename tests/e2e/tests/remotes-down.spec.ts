import { expect, signInAs, test } from '../support/test.ts';

const areas = [
  {
    remote: 'teacher',
    path: '/teacher',
    as: 'teacher',
    link: 'Reports',
    other: { path: '/attendance/00000000', shows: 'Invalid QR code' },
  },
  {
    remote: 'student',
    path: '/student',
    as: 'student',
    link: 'Reports',
    other: { path: '/attendance/00000000', shows: 'Invalid QR code' },
  },
  {
    remote: 'attendance',
    path: '/attendance/00000000',
    as: 'student',
    link: 'Reports',
    other: { path: '/student', shows: 'Dashboard' },
  },
  {
    remote: 'admin',
    path: '/admin',
    as: 'admin',
    link: 'Terms',
    other: { path: '/account', shows: 'My account' },
  },
] as const;

for (const { remote, path, as, link, other } of areas)
  test(`The other remotes work while the ${remote} remote is down, and a retry restores it`, async ({
    page,
    campus,
    admin,
  }) => {
    await signInAs(page, as === 'admin' ? admin : await campus[as]());
    await page.route(`**/remotes/${remote}/**`, (route) => route.abort());
    await page.goto(path);
    await expect(page.getByText('This area is unavailable right now')).toBeVisible();
    await expect(page.getByRole('banner').getByText('QR Attendance System')).toBeVisible();
    const navigation = page.getByRole('navigation', { name: 'Main navigation' });
    await expect(navigation.getByRole('link', { name: link })).toBeVisible();

    await page.goto(other.path);
    await expect(page.getByRole('main').getByText(other.shows).first()).toBeVisible();

    await page.goto(path);
    await expect(page.getByText('This area is unavailable right now')).toBeVisible();
    await page.unroute(`**/remotes/${remote}/**`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('This area is unavailable right now')).toBeHidden();
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  });
