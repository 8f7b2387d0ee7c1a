import type { Session } from '@qr-attendance/contracts';
import type { Locator } from '@playwright/test';
import { expect, signInAs, test } from '../support/test.ts';

const DAY_MS = 86_400_000;
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

const countPresses = () => {
  let count = 0;
  return {
    press: async (target: Locator) => {
      await target.click();
      count += 1;
    },
    presses: () => count,
  };
};

test('An unplanned class is on the projector after two clicks', async ({ page, campus }) => {
  const teacher = await campus.teacher();
  const course = await campus.course(teacher);
  await signInAs(page, teacher);
  await page.goto('/teacher');
  const { press, presses } = countPresses();
  await press(page.getByRole('button', { name: `Start ${course.code} now` }));
  await press(page.getByRole('button', { name: 'Projector view' }).first());
  await expect(page).toHaveURL(/\/projector/);
  await expect(page.getByText(`${new URL(page.url()).host}/go`)).toBeVisible();
  expect(presses()).toBeLessThanOrEqual(3);
});

test('Next Wednesday’s class is canceled with three clicks', async ({ page, campus }) => {
  const teacher = await campus.teacher();
  const course = await campus.course(teacher);
  await campus.call('POST', '/api/series', teacher.token, {
    courseId: course._id,
    slots: [1, 3].map((weekday) => ({ weekday, start: '09:00', end: '10:30' })),
    firstDay: dayIn(1),
    lastDay: dayIn(60),
  });
  await signInAs(page, teacher);
  await page.goto('/teacher');
  const { press, presses } = countPresses();
  await press(page.getByRole('link', { name: 'Sessions', exact: true }));
  const wednesday = page.getByRole('row').filter({ hasText: 'Wed' }).first();
  await press(wednesday.getByRole('button', { name: 'Cancel class' }));
  await press(page.getByRole('dialog').getByRole('button', { name: 'Cancel class' }));
  await expect(page.getByText('Class canceled')).toBeVisible();
  expect(presses()).toBeLessThanOrEqual(3);
  const sessions = await campus.call<Session[]>(
    'GET',
    `/api/sessions?courseId=${course._id}&order=oldest`,
    teacher.token,
  );
  const canceled = sessions.filter(({ state }) => state === 'canceled');
  expect(canceled.map(({ date }) => new Date(date).getUTCDay())).toEqual([3]);
  expect(canceled[0]?._id).toBe(sessions.find(({ date }) => new Date(date).getUTCDay() === 3)?._id);
});

test('All registers that were not taken are listed after one click', async ({ page, campus }) => {
  const teacher = await campus.teacher();
  const course = await campus.course(teacher);
  const start = Date.now() - 2 * DAY_MS;
  await campus.session(teacher, course, {
    date: new Date(start).toISOString().slice(0, 10),
    startTime: new Date(start).toISOString(),
    endTime: new Date(start + 3_600_000).toISOString(),
  });
  // A class that was created after its end ends within seconds.
  await expect
    .poll(() => campus.call<Session[]>('GET', '/api/sessions?unconfirmed=true', teacher.token))
    .toHaveLength(1);
  await signInAs(page, teacher);
  await page.goto('/teacher');
  const { press, presses } = countPresses();
  await press(page.locator('a[href$="/not-taken"]').first());
  await expect(
    page.getByRole('cell', { name: course.code }).or(page.getByText(course.code)).first(),
  ).toBeVisible();
  expect(presses()).toBe(1);
});

test('The code of a class opens automatically on its teacher’s dashboard, and only there', async ({
  page,
  campus,
}) => {
  const teacher = await campus.teacher();
  const course = await campus.course(teacher);
  await campus.call('PATCH', `/api/courses/${course._id}`, teacher.token, {
    sessionDefaults: { opensItself: true },
  });
  const session = await campus.session(teacher, course, {
    startTime: new Date(Date.now() + 8_000).toISOString(),
    endTime: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await signInAs(page, teacher);
  await page.goto('/teacher');
  await expect(page).toHaveURL(new RegExp(`/sessions/${session._id}/projector\\?opened=itself$`), {
    timeout: 60_000,
  });
  await expect(page.getByText(`${new URL(page.url()).host}/go`)).toBeVisible();
  await page.keyboard.press('Shift');
  await expect(page).toHaveURL(/\/projector$/);
  await expect(page.getByText(`${new URL(page.url()).host}/go`)).toBeVisible();
});
