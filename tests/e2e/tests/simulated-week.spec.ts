import type { Session } from '@qr-attendance/contracts';
import type { System } from '@qr-attendance/stack';
import { createSystemClock, startTestSystem } from '@qr-attendance/test-kit';
import type { Browser, Page } from '@playwright/test';
import { campus, type Campus, type Member } from '../support/campus.ts';
import { press, tabTo } from '../support/keyboard.ts';
import { expect, signInAs, test } from '../support/test.ts';
import { studentWithoutChecks } from '../support/world.ts';

const DAY_MS = 86_400_000;
const WEEK = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
type Day = (typeof WEEK)[number];
const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const sunday = today + (7 - new Date(today).getUTCDay()) * DAY_MS;
const dayOf = (day: Day, week = 0): string =>
  new Date(sunday + (week * 7 + WEEK.indexOf(day)) * DAY_MS).toISOString().slice(0, 10);

/**
 * | Day | Class                              | Anna    | Ben                        |
 * | --- | ---------------------------------- | ------- | -------------------------- |
 * | Mon | 09:00                              | Present | not in the course          |
 * | Tue | moved from 09:00 to 14:00          | Late    | Present, as a guest        |
 * | Wed | canceled                           |         |                            |
 * | Thu | nobody came, it did not take place |         | joins the course at 18:00  |
 * | Fri | 09:00                              | Absent  | Present                    |
 *
 * Counted: Anna 2 of 3, Ben 1 of 1.
 */
const TABLE = {
  week: [
    ['Mon', '09:00 – 10:30', ''],
    ['Tue', '14:00 – 15:30', 'Moved from Tue'],
    ['Wed', '09:00 – 10:30', 'Canceled'],
    ['Thu', '09:00 – 10:30', 'Canceled'],
    ['Fri', '09:00 – 10:30', ''],
  ],
  sessions: [
    ['Fri', '09:00 – 10:30', '1', 'Inactive'],
    ['Thu', '09:00 – 10:30', '0', 'Inactive (canceled)'],
    ['Wed', '09:00 – 10:30', '0', 'Inactive (canceled)'],
    ['Tue', '14:00 – 15:30', '2', 'Inactive'],
    ['Mon', '09:00 – 10:30', '1', 'Inactive'],
  ],
  rates: [
    ['Anna', '1', '1', '1', '0', '66.7%'],
    ['Ben', '1', '0', '0', '0', '100%'],
  ],
  own: {
    Anna: { rate: '67%', attended: '2', inCourse: '2 of 3 classes, 66.7%' },
    Ben: { rate: '100%', attended: '1', inCourse: '1 of 1 class, 100%' },
  },
  history: {
    Anna: [
      ['Fri', 'Absent'],
      ['Tue', 'Late'],
      ['Mon', 'Present'],
    ],
    Ben: [
      ['Fri', 'Present'],
      ['Tue', 'Present'],
    ],
  },
};

const textsOf = (page: Page, selector: string): Promise<string[]> =>
  page.locator(selector).evaluateAll((found) => found.map(({ textContent }) => textContent.trim()));
const rowsOf = async (page: Page): Promise<string[][]> => {
  const rows = await page
    .locator('tbody tr')
    .evaluateAll((found) =>
      found.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText.trim())),
    );
  return rows.map(([first = '', ...others]) => [first.split(/\s/)[0] ?? '', ...others]);
};
const weekOf = async (page: Page): Promise<string[][]> => {
  const [days, classes] = [await textsOf(page, 'main h2'), await textsOf(page, 'main .plain-row')];
  return classes.map((text, index) => [
    days[index]?.slice(0, 3) ?? '',
    /\d\d:\d\d – \d\d:\d\d/.exec(text)?.[0] ?? '',
    /Canceled|Moved from \w{3}/.exec(text)?.[0] ?? '',
  ]);
};
const statOf = (page: Page, title: string) =>
  page.locator('.ui-card', { has: page.getByText(title, { exact: true }) }).locator('.stat-card-value');

// The tests share a system whose clock never goes back, and open many pages one after another.
test.describe.configure({ mode: 'default' });
test.use({ actionTimeout: 45_000 });
let clock: Awaited<ReturnType<typeof createSystemClock>>;
let system: System;
test.beforeAll(async () => {
  clock = await createSystemClock();
  const env = { ...clock.env, CAMPUS_TIME_ZONE: 'UTC' };
  system = await startTestSystem({
    env: { auth: env, course: env, session: env, attendance: env, gateway: env },
  });
});
test.afterAll(async () => {
  await system.stop();
  await clock.remove();
});

const at = (day: Day, time: string, week = 0): void => clock.set(`${dayOf(day, week)}T${time}:00.000Z`);
/** Repeats a check with a reload, because workers end and count classes a moment later. */
const eventually = (page: Page, check: () => Promise<void>) =>
  expect(async () => {
    await page.reload();
    await check();
  }).toPass({ timeout: 120_000 });
/** Opens a page at the clock's current time, with a new token, on a desktop or a phone. */
const createVisits =
  (browser: Browser, { signIn }: Campus) =>
  async (member: Member, path: string, act: (page: Page) => Promise<void>): Promise<void> => {
    const context = await browser.newContext({
      baseURL: system.url,
      timezoneId: 'UTC',
      locale: 'en-US',
      ...(path.startsWith('/attendance') && {
        viewport: {
          width: 360,
          height: 740,
        },
      }),
    });
    const page = await context.newPage();
    await page.clock.setFixedTime(clock.now());
    await signInAs(page, { ...member, token: (await signIn(member.email)).token });
    // A page stops loading an area that takes too long, for example on a busy machine.
    await expect(async () => {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    }).toPass({ timeout: 120_000 });
    await act(page);
    await context.close();
  };
test('A week of planned, moved, canceled and forgotten classes is the same on every page', async ({
  browser,
}) => {
  const on = campus(system.url);
  const as = createVisits(browser, on);

  at('Sun', '18:00');
  const teacher = await on.teacher();
  const anna = await studentWithoutChecks(on, 'Anna');
  const ben = await studentWithoutChecks(on, 'Ben');
  const course = await on.course(teacher);
  const settings = { mode: 'OPEN', mayLeave: false, guests: true };
  await on.call('PUT', `/api/courses/${course._id}/enrollment-settings`, teacher.token, settings);
  await on.enroll(anna, course);
  const change = (page: Page) => page.getByRole('button', { name: `Change ${course.name}` });
  const scan = async (day: Day): Promise<string> => {
    const { token } = await on.signIn(teacher.email);
    const sessions = await on.call<Session[]>('GET', `/api/sessions?courseId=${course._id}`, token);
    const session = sessions.find(({ date }) => date === dayOf(day));
    const path = `/api/sessions/${session?._id}/refresh`;
    const { qrCode } = await on.call<{ qrCode: string }>('POST', path, token, { refreshInterval: 300 });
    return `/attendance/${qrCode}`;
  };
  const isMarked = async (page: Page, status: string) => {
    await expect(page.getByText('Attendance Marked!')).toBeVisible();
    await expect(page.getByText(status, { exact: true })).toBeVisible();
  };
  const mark = async (page: Page, status: string) => {
    await page.getByRole('button', { name: 'Mark My Attendance' }).click();
    await isMarked(page, status);
  };

  await as(teacher, '/teacher/plan', async (page) => {
    for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'])
      await page.getByRole('checkbox', { name: day }).click();
    await page.getByLabel('Last day').fill(dayOf('Fri'));
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Plan 5 classes' }).click();
    await expect(page.getByRole('heading', { name: 'My week' })).toBeVisible();
  });

  at('Mon', '08:54');
  await as(teacher, '/teacher', async (page) => {
    await eventually(page, () =>
      expect(page.getByText(new RegExp(`^${course.code} starts in \\d minutes$`))).toBeVisible(),
    );
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(page.getByText(`${new URL(system.url).host}/go`)).toBeVisible();
  });
  at('Mon', '09:05');
  await as(anna, await scan('Mon'), (page) => mark(page, 'Present'));

  at('Mon', '12:00');
  await as(teacher, '/teacher/week', async (page) => {
    // Monday's class has ended, so it cannot be changed.
    await eventually(page, () => expect(change(page)).toHaveCount(4));
    await change(page).first().click();
    await page.getByRole('button', { name: 'Change only this class' }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Start Time').fill('14:00');
    await page.keyboard.press('Enter');
    await drawer.getByLabel('End Time').fill('15:30');
    await page.keyboard.press('Enter');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Class saved')).toBeVisible();
  });

  at('Tue', '12:00');
  for (const [member, path] of [
    [teacher, '/teacher'],
    [anna, '/student'],
  ] as const)
    await as(member, path, async (page) => {
      await expect(page.getByText(/^14:00 – 15:30 · Moved from Tue .*, 09:00$/)).toBeVisible();
    });
  at('Tue', '14:05');
  await as(ben, await scan('Tue'), async (page) => {
    await page.getByRole('button', { name: 'Mark as a guest' }).click();
    await isMarked(page, 'Present');
    await expect(page.getByText(/^You are recorded as a guest/)).toBeVisible();
  });
  at('Tue', '14:15');
  await as(anna, await scan('Tue'), (page) => mark(page, 'Late'));

  at('Wed', '08:00');
  await as(teacher, '/teacher/week', async (page) => {
    await eventually(page, () => expect(change(page)).toHaveCount(3));
    await change(page).first().click();
    await page.getByRole('button', { name: 'Cancel only this class' }).click();
    await expect(change(page)).toHaveCount(2);
  });
  await as(anna, '/student', async (page) => {
    await expect(page.getByText('Canceled', { exact: true })).toBeVisible();
  });

  at('Thu', '18:00');
  await as(teacher, '/teacher', async (page) => {
    await eventually(page, () => expect(page.getByText('Did this class take place?')).toBeVisible());
    await page.getByRole('link', { name: 'All registers not taken' }).click();
    await expect.poll(async () => (await rowsOf(page)).map(([day]) => day)).toEqual(['Thu']);
    await page.getByRole('button', { name: /did not take place$/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel class' }).click();
    await expect(page.getByText('All registers were taken.')).toBeVisible();
  });
  await as(ben, '/student/enroll', async (page) => {
    await page.getByRole('button', { name: `Enroll in ${course.name}` }).click();
    await expect(page.getByText('Successfully enrolled in the course!')).toBeVisible();
  });

  at('Fri', '09:02');
  await as(ben, await scan('Fri'), (page) => mark(page, 'Present'));
  at('Fri', '12:00');
  await as(teacher, '/teacher', async (page) => {
    await eventually(page, () => expect(statOf(page, "Today's Attendance")).toHaveText('50%'));
    await expect(statOf(page, 'Total Students')).toHaveText('2');
  });

  at('Sat', '10:00');
  await as(teacher, '/teacher/sessions', async (page) => {
    await expect
      .poll(async () => (await rowsOf(page)).map(([day, , time, count, state]) => [day, time, count, state]))
      .toEqual(TABLE.sessions);
  });
  await as(teacher, '/teacher/not-taken', async (page) => {
    await expect(page.getByText('All registers were taken.')).toBeVisible();
  });
  await as(teacher, `/teacher/courses/${course._id}`, async (page) => {
    const rates = async () => (await rowsOf(page)).filter(([name]) => name === 'Anna' || name === 'Ben');
    await expect.poll(async () => (await rates()).map((cells) => cells.slice(0, 6))).toEqual(TABLE.rates);
  });
  for (const [member, path] of [
    [teacher, '/teacher/week'],
    [anna, '/student/week'],
    [ben, '/student/week'],
  ] as const)
    await as(member, path, (page) => expect.poll(() => weekOf(page)).toEqual(TABLE.week));
  for (const [name, member] of [
    ['Anna', anna],
    ['Ben', ben],
  ] as const) {
    const { rate, attended, inCourse } = TABLE.own[name];
    await as(member, '/student', async (page) => {
      await expect(statOf(page, 'Attendance Rate')).toHaveText(rate);
      await expect(statOf(page, 'Classes Attended')).toHaveText(attended);
      await expect(page.getByText(inCourse)).toBeVisible();
    });
    await as(member, '/student/history', async (page) => {
      await expect
        .poll(async () => (await rowsOf(page)).map(([day, , , status]) => [day, status]))
        .toEqual(TABLE.history[name]);
    });
  }
});

test('A teacher plans a term, starts a class, cancels a class and finds missing registers by keyboard alone', async ({
  browser,
}) => {
  const on = campus(system.url);
  const as = createVisits(browser, on);
  at('Sun', '18:00', 1);
  const teacher = await on.teacher();
  const course = await on.course(teacher);
  await as(teacher, '/teacher/week', async (page) => {
    await press(page, 'link', 'Plan classes');
    for (const day of ['Mon', 'Wed']) {
      await tabTo(page, page.getByRole('checkbox', { name: day }));
      await page.keyboard.press('Space');
    }
    await press(page, 'button', /^Plan \d+ classes$/);
    await expect(page.getByText('The classes are planned')).toBeVisible();
  });

  at('Mon', '08:54', 1);
  await as(teacher, '/teacher', async (page) => {
    await eventually(page, () =>
      expect(page.getByText(new RegExp(`^${course.code} starts in \\d minutes$`))).toBeVisible(),
    );
    await press(page, 'button', /^Start$/);
    await expect(page.getByText(`${new URL(system.url).host}/go`)).toBeVisible();
  });

  at('Tue', '10:00', 1);
  await as(teacher, '/teacher', async (page) => {
    await press(page, 'link', 'Sessions');
    await press(page, 'button', 'Cancel class');
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Cancel class' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Class canceled')).toBeVisible();
  });

  at('Mon', '18:00', 2);
  await as(teacher, '/teacher', async (page) => {
    await eventually(page, () => expect(page.getByText('Did this class take place?')).toBeVisible());
    await press(page, 'link', 'All registers not taken');
    await expect.poll(async () => (await rowsOf(page)).map(([day]) => day)).toEqual(['Mon']);
    await press(page, 'link', /^Mark .* now$/);
    await expect(page.getByRole('heading', { level: 1, name: course.name })).toBeVisible();
  });
  const { token } = await on.signIn(teacher.email);
  const sessions = await on.call<Session[]>('GET', `/api/sessions?courseId=${course._id}`, token);
  const canceled = sessions.filter(({ state }) => state === 'canceled');
  expect(canceled.map(({ date }) => date)).toEqual([dayOf('Wed', 1)]);
});
