import type { BrowserContext, Page } from '@playwright/test';
import type { Course, Session } from '@qr-attendance/contracts';
import { expect, signInAs, test } from '../support/test.ts';
import { runningClass } from '../support/world.ts';

const offline = (page: Page) => page.getByText('You are offline.').first();

const waitForDeferredPresses = async (context: BrowserContext, page: Page): Promise<void> => {
  await context.setOffline(false);
  await expect(offline(page)).toHaveCount(0);
  await page.evaluate(() => fetch('/api/docs').then(() => undefined));
};

const listen = (page: Page, method: string): string[] => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === method) sent.push(new URL(request.url()).pathname);
  });
  return sent;
};

test('A page that loses its connection shows that, and removes the message once online', async ({
  page,
  context,
  markedClass,
}) => {
  await signInAs(page, markedClass.student);
  await page.goto('/student');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await context.setOffline(true);
  await expect(offline(page)).toBeVisible();
  await context.setOffline(false);
  await expect(offline(page)).toHaveCount(0);
});

test('A dashboard opened offline explains missing numbers, and loads them once online', async ({
  page,
  context,
  markedClass,
}) => {
  await signInAs(page, markedClass.student);
  const numbers = /\/api\/(analytics|attendance)/;
  await page.route(numbers, (route) => route.abort('connectionreset'));
  await page.goto('/student');
  // The dashboard's code has loaded, but its numbers have not.
  await expect(
    page.getByText('Failed to fetch dashboard data. Please try again later').first(),
  ).toBeVisible();
  await page.getByRole('link', { name: 'History' }).first().click();
  await expect(page.getByRole('heading', { name: 'Attendance History' })).toBeVisible();
  await page.unroute(numbers);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(
    page.getByText('Failed to fetch dashboard data. Please try again later. You are offline.').first(),
  ).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Total Courses')).toBeVisible();
  await expect(page.getByText('Failed to fetch dashboard data. Please try again later')).toHaveCount(0);
});

test('Enrolling offline fails at once and is not sent later', async ({ page, context, campus }) => {
  const teacher = await campus.teacher();
  const course = await campus.course(teacher);
  const student = await campus.student();
  const sent = listen(page, 'POST');
  await signInAs(page, student);
  await page.goto('/student/enroll');
  const enroll = page.locator('.ui-card', { hasText: course.code }).getByRole('button');
  await expect(enroll).toBeVisible();
  await context.setOffline(true);
  await enroll.click();
  await expect(
    page.getByText('Failed to enroll in course. You are offline, so nothing was sent.'),
  ).toBeVisible();
  await expect(enroll).toBeVisible();
  sent.length = 0;
  await waitForDeferredPresses(context, page);
  expect(sent.filter((path) => path.endsWith('/enroll'))).toEqual([]);
  const mine = await campus.call<Course[]>('GET', '/api/courses', student.token);
  expect(mine).toEqual([]);
});

test('Ending a class offline fails at once, and the class continues once online', async ({
  page,
  context,
  campus,
}) => {
  const { teacher, session } = await runningClass(campus);
  await signInAs(page, teacher);
  await page.goto(`/teacher/sessions/${session._id}`);
  await page.getByRole('button', { name: 'End Session' }).click();
  await context.setOffline(true);
  await page.getByRole('dialog').getByRole('button', { name: 'End Session' }).click();
  await expect(page.getByText('Failed to end session. You are offline, so nothing was sent.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await waitForDeferredPresses(context, page);
  const now = await campus.call<Session>('GET', `/api/sessions/${session._id}`, teacher.token);
  expect(now.active).toBe(true);
});

test('Closing a dialog during a request still shows the result of the request', async ({ page, campus }) => {
  const { teacher, session } = await runningClass(campus);
  await signInAs(page, teacher);
  await page.goto(`/teacher/sessions/${session._id}`);
  let release = () => undefined as void;
  await page.route(`**/api/sessions/${session._id}`, async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    await new Promise<void>((resolve) => (release = resolve));
    await route.continue().catch(() => undefined);
  });
  await page.getByRole('button', { name: 'End Session' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'End Session' }).click();
  await expect(dialog.getByRole('button', { name: 'End Session' })).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  release();
  await expect(page.getByText('Class ended')).toBeVisible();
  await expect(page.getByRole('button', { name: 'End Session' })).toHaveCount(0);
  const now = await campus.call<Session>('GET', `/api/sessions/${session._id}`, teacher.token);
  expect(now.active).toBe(false);
});

test('A location check and a consent fail visibly offline and can be retried', async ({
  page,
  context,
  campus,
}) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 12.97, longitude: 77.59 });
  const world = await runningClass(campus, {
    preferences: { requireSelfie: true },
    session: { location: { latitude: 12.97, longitude: 77.59, radius: 100 }, useLocation: true },
  });
  await signInAs(page, world.student);
  await page.goto(world.scanned);
  const verify = page.getByRole('button', { name: 'Verify My Location' });
  await expect(verify).toBeVisible();
  await context.setOffline(true);
  await verify.click();
  await expect(page.getByText('so nothing was sent.')).toBeVisible();
  await context.setOffline(false);
  await verify.click();
  const agree = page.getByRole('button', { name: /agree/i }).first();
  await expect(agree).toBeVisible();
  await context.setOffline(true);
  await agree.click();
  await expect(page.getByText('so nothing was sent.')).toBeVisible();
  await context.setOffline(false);
  await agree.click();
  await expect(agree).toHaveCount(0);
});
