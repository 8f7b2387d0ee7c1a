import { expect, overflowOf, signInAs, test, watchConsole } from '../support/test.ts';

const visitorPages = ['/', '/login', '/register', '/nowhere'];
const teacherPages = ['/teacher', '/teacher/generate', '/teacher/courses', '/teacher/sessions'];
const studentPages = [
  '/student',
  '/student/scan',
  '/student/history',
  '/student/enroll',
  '/student/security',
  '/attendance/00000000',
];

const widths = [
  ['a phone', { width: 360, height: 740 }],
  ['a desktop', { width: 1280, height: 800 }],
] as const;

for (const [device, viewport] of widths)
  test.describe(`on ${device}`, () => {
    test.use({ viewport });
    const visit = (path: string, as?: 'teacher' | 'student') =>
      test(`${path} fits and complains of nothing`, async ({ page, campus }) => {
        if (as) {
          const member = await campus[as]('Wolfeschlegelsteinhausenbergerdorff the Elder');
          if (as === 'teacher') await campus.session(member, await campus.course(member));
          await signInAs(page, member);
        }
        const complaints = watchConsole(page);
        await page.goto(path, { waitUntil: 'networkidle' });
        await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
        expect(await overflowOf(page)).toBeLessThanOrEqual(0);
        expect(complaints).toEqual([]);
      });
    for (const path of visitorPages) visit(path);
    for (const path of teacherPages) visit(path, 'teacher');
    for (const path of studentPages) visit(path, 'student');

    test('a session’s page fits and complains of nothing', async ({ page, campus }) => {
      const teacher = await campus.teacher();
      const session = await campus.session(teacher, await campus.course(teacher));
      await signInAs(page, teacher);
      const complaints = watchConsole(page);
      await page.goto(`/teacher/sessions/${session._id}`);
      await expect(page.locator('[data-qr]').first()).toBeVisible();
      await expect(page.getByText('No attendance records yet')).toBeVisible();
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      expect(complaints).toEqual([]);
    });
  });
