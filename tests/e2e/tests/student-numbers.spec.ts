import { expect, signInAs, test } from '../support/test.ts';
import { runningClass } from '../support/world.ts';

test('The dashboard shows a student’s rate per course, and absences have no receipt', async ({
  page,
  campus,
}) => {
  const world = await runningClass(campus);
  const { student, teacher, course, session } = world;
  const { ticket } = await campus.scan(student, session.qrCode ?? '');
  await campus.mark(student, { ticket });
  const end = (id: string) => campus.call('PATCH', `/api/sessions/${id}`, teacher.token, { active: false });
  await end(session._id);
  const missed = await campus.session(teacher, course);
  await end(missed._id);
  await expect
    .poll(() => campus.call('GET', `/api/attendance/totals?courseId=${course._id}`, student.token))
    .toMatchObject({ present: 1, absent: 1 });
  await signInAs(page, student);
  await page.goto('/student');
  await expect(page.getByRole('listitem').filter({ hasText: course.code })).toContainText(
    '1 of 2 classes, 50%',
  );
  await page.goto('/student/history?status=ABSENT');
  await page.getByRole('row').filter({ hasText: 'Absent' }).getByRole('button').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByRole('dialog').getByText('Receipt')).toHaveCount(0);
  await page.goto('/student/history?status=PRESENT');
  await page.getByRole('row').filter({ hasText: 'Present' }).getByRole('button').click();
  await expect(page.getByRole('dialog').getByText('Receipt').first()).toBeVisible();
});

test('“Register device” opens the registration form', async ({ page, campus }) => {
  const student = await campus.student();
  await campus.call('POST', '/api/auth/set-pin', student.token, { pin: '2468' });
  await signInAs(page, student);
  await page.goto('/student');
  await page.getByRole('link', { name: 'Register device' }).click();
  await expect(page.getByLabel('Device Name')).toBeFocused();
  await expect(page.getByLabel('Device Name')).toBeInViewport();
});

test('A teacher without location permission sees how to grant it', async ({ page, context, campus }) => {
  const teacher = await campus.teacher();
  await campus.course(teacher);
  await context.clearPermissions();
  await signInAs(page, teacher);
  await page.goto('/teacher/generate');
  await page.getByRole('switch').first().click();
  await expect(page.getByText('Error getting location:')).toBeVisible();
  await expect(
    page.getByText('Allow location for this site in your browser’s settings, then try again.'),
  ).toBeVisible();
});
