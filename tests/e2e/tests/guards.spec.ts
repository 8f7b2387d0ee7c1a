import { signInWithCookie } from '../support/sign-in-as.ts';
import { expect, signInAs, test } from '../support/test.ts';

test('A visitor signs in and then sees the requested page', async ({ page, campus }) => {
  const student = await campus.student();
  await page.goto('/student/history');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Email').fill(student.email.toUpperCase());
  await page.getByLabel('Password', { exact: true }).fill('wrong horse battery');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toContainText('Invalid email or password');
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/student\/history$/);
});

test('A user with another role is redirected to their own area', async ({ page, campus }) => {
  await signInAs(page, await campus.student());
  await page.goto('/teacher/courses');
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText('Welcome, Grace Hopper!')).toBeVisible();
});

test('An unknown path shows the shell’s 404 page', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('Signing out removes the token and the refresh cookie', async ({ page, campus }) => {
  const teacher = await campus.teacher();
  await page.goto('/login');
  await page.getByLabel('Email').fill(teacher.email);
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/teacher$/);
  const refreshCookies = async () => {
    const cookies = await page.context().cookies();
    return cookies.flatMap(({ name, path }) => (path === '/api/auth/refresh' ? name : [])).toSorted();
  };
  expect(await refreshCookies()).toEqual(['qr_refresh', 'qr_refresh_browser']);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await expect.poll(refreshCookies).toEqual([]);
});

test('An expired access token is renewed in the background', async ({ page, campus }) => {
  const teacher = await campus.teacher();
  await signInWithCookie(page, teacher);
  await page.evaluate(() => localStorage.setItem('token', 'expired'));
  await page.goto('/teacher/courses');
  await expect(page.getByRole('heading', { name: 'My Courses' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBe('expired');
});
