import type { Locator, Page } from '@playwright/test';
import type { Campus } from '../support/campus.ts';
import { PASSWORD, PIN } from '../support/campus.ts';
import { choose, fillLogin } from '../support/forms.ts';
import { expect, test } from '../support/test.ts';

const MAX_PRESSES = 8;

const startClass = async (campus: Campus, enrollment?: object) => {
  const teacher = await campus.teacher();
  const course = await campus.course(teacher);
  const path = `/api/courses/${course._id}/enrollment-settings`;
  const settings = enrollment
    ? await campus.call<{ key?: string }>('PUT', path, teacher.token, { mayLeave: false, ...enrollment })
    : undefined;
  const session = await campus.session(teacher, course, {
    refreshInterval: 300,
    policy: { requirePin: true, requireDevice: true },
  });
  return { teacher, course, key: settings?.key ?? '', scanned: `/attendance/${session.qrCode ?? ''}` };
};

const countPresses = () => {
  const pressed: string[] = [];
  const press = async (target: Locator) => {
    await target.click();
    pressed.push(String(target));
  };
  return { pressed, press };
};

const typeRegistration = async (page: Page): Promise<void> => {
  await page.getByLabel('Full Name').fill('Nina New');
  await page.getByLabel('Email').fill(`${crypto.randomUUID()}@campus.example`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByLabel('USN').fill(crypto.randomUUID());
  await page.getByLabel('Registration Number').fill(crypto.randomUUID());
};

for (const mode of ['OPEN', 'KEY'])
  test(`A new student marks attendance with one scan and at most ${MAX_PRESSES} clicks: ${mode}`, async ({
    page,
    campus,
  }) => {
    const { scanned, key } = await startClass(campus, { mode });
    const { pressed, press } = countPresses();
    const scans: string[] = [];
    page.on('request', (request) => {
      if (/\/api\/sessions\/(scans|verify\/.*)$/.test(request.url())) scans.push(request.url());
    });
    await page.goto(scanned);
    await press(page.getByRole('link', { name: 'No account yet? Register' }));
    await typeRegistration(page);
    await choose(page, 'Department', 'Computer Science', press);
    await choose(page, 'Semester', '3', press);
    await press(page.getByRole('button', { name: 'Register', exact: true }));

    if (mode === 'KEY') await page.getByLabel('Enrollment key').fill(key);
    await press(page.getByRole('button', { name: 'Join Algorithms and mark' }));
    await page.getByLabel('New PIN (4 to 12 digits)').fill(PIN);
    await press(page.getByRole('button', { name: 'Save and mark attendance' }));
    await expect(page.getByText('Attendance Marked!')).toBeVisible();
    expect(pressed.length, pressed.join('\n')).toBeLessThanOrEqual(MAX_PRESSES);
    expect(scans).toHaveLength(1);
  });

test('A student who may not enroll is rejected before any proof is requested', async ({ page, campus }) => {
  const { teacher, course, scanned } = await startClass(campus, { mode: 'CLOSED' });
  const student = await campus.student();
  await campus.prepare(student);
  await page.goto(scanned);
  await fillLogin(page, student.email);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText(/This course is not open for enrollment/)).toBeVisible();
  await expect(page.getByLabel('PIN', { exact: true })).toHaveCount(0);

  const path = `/api/courses/${course._id}/enrollment-settings`;
  await campus.call('PUT', path, teacher.token, { mode: 'OPEN', mayLeave: false });
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('button', { name: 'Join Algorithms and mark' })).toBeVisible();
});

test('An invitation link leads a new student through registration into the course', async ({
  page,
  campus,
}) => {
  const { teacher, course } = await startClass(campus, { mode: 'INVITATION' });
  const { invitation } = await campus.call<{ invitation: { token: string } }>(
    'POST',
    `/api/courses/${course._id}/invitation`,
    teacher.token,
    {},
  );
  await page.goto(`/student/join/${invitation.token}`);
  await page.getByRole('link', { name: 'No account yet? Register' }).click();
  await typeRegistration(page);
  await choose(page, 'Department', 'Computer Science');
  await choose(page, 'Semester', '3');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await page.getByRole('button', { name: 'Join Algorithms' }).click();
  await expect(page.getByText('You are enrolled in this course.')).toBeVisible();
});
