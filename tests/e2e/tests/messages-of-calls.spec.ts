import type { Page } from '@playwright/test';
import type { Course, Session } from '@qr-attendance/contracts';
import { specified } from '@qr-attendance/web-kit/messages';
import type { Member } from '../support/campus.ts';
import { choose, enterPin, fillLogin, fillNewCourse, fillPin, fillRegistration } from '../support/forms.ts';
import { answerInstead } from '../support/intercept.ts';
import { expect, signInAs, test } from '../support/test.ts';

interface Campus {
  teacher: Member;
  student: Member;
  course: Course;
  session: Session;
}
interface Row {
  key: keyof typeof specified;
  /** The call that fails; what it answers is the row's business. */
  call: string;
  as?: 'teacher' | 'student';
  path: string | ((campus: Campus) => string);
  /** What the person does, once the page is there. */
  act?: (page: Page, campus: Campus) => Promise<void>;
  /** So many calls still succeed. */
  pass?: number;
  /** Status of the answer; a refusal by default, since anything worse is tried again for a while. */
  status?: number;
  /** Another call that fails the same way. */
  alsoFails?: string;
}
const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();

const rows: Row[] = [
  {
    key: 'loginFailed',
    call: 'POST /api/auth/login',
    path: '/login',
    act: async (page) => {
      await fillLogin(page, 'ada@campus.example');
      await press('Login')(page);
    },
  },
  {
    key: 'registrationFailed',
    call: 'POST /api/auth/register',
    path: '/register',
    act: async (page) => {
      await fillRegistration(page);
      await press('Register')(page);
    },
  },
  {
    key: 'authenticationFailed',
    call: 'GET /api/auth/me',
    as: 'teacher',
    path: '/teacher',
    status: 401,
    alsoFails: 'POST /api/auth/refresh',
  },
  { key: 'userFailed', call: 'GET /api/auth/me', as: 'teacher', path: '/teacher', status: 500 },

  { key: 'dashboardFailed', call: 'GET /api/analytics/summary', as: 'teacher', path: '/teacher' },
  { key: 'coursesFailed', call: 'GET /api/courses', as: 'teacher', path: '/teacher/courses' },
  {
    key: 'createCourseFailed',
    call: 'POST /api/courses',
    as: 'teacher',
    path: '/teacher/courses',
    act: async (page) => {
      await fillNewCourse(page);
      await press('Create Course')(page);
    },
  },
  {
    key: 'generateFailed',
    call: 'POST /api/sessions',
    as: 'teacher',
    path: '/teacher/generate',
    act: async (page, { course }) => {
      await choose(page, 'Course', `${course.code} – ${course.name}`);
      await press('Generate QR Code')(page);
    },
  },
  { key: 'sessionsFailed', call: 'GET /api/sessions', as: 'teacher', path: '/teacher/sessions' },
  {
    key: 'deactivateFailed',
    call: 'PATCH /api/sessions/*',
    as: 'teacher',
    path: '/teacher/sessions',
    act: async (page) => {
      await page.getByRole('button', { name: 'End Session' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'End Session' }).click();
    },
  },
  {
    key: 'sessionFailed',
    call: 'GET /api/sessions/*',
    as: 'teacher',
    path: ({ session }) => `/teacher/sessions/${session._id}`,
    // A refusal means that there is no such session for this teacher.
    status: 500,
  },
  {
    key: 'sessionNotFound',
    call: 'GET /api/sessions/*',
    as: 'teacher',
    path: ({ session }) => `/teacher/sessions/${session._id}`,
    status: 404,
  },
  {
    key: 'endSessionFailed',
    call: 'PATCH /api/sessions/*',
    as: 'teacher',
    path: ({ session }) => `/teacher/sessions/${session._id}`,
    act: async (page) => {
      await page.getByRole('button', { name: 'End Session' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'End Session' }).click();
    },
  },
  { key: 'reportsFailed', call: 'GET /api/attendance', as: 'teacher', path: '/teacher/reports' },
  {
    key: 'recordsFailed',
    call: 'GET /api/attendance',
    as: 'teacher',
    path: ({ session }) => `/teacher/sessions/${session._id}`,
  },

  { key: 'dashboardFailed', call: 'GET /api/analytics/summary', as: 'student', path: '/student' },
  { key: 'recordsFailed', call: 'GET /api/attendance', as: 'student', path: '/student/history' },
  { key: 'myReportsFailed', call: 'GET /api/attendance', as: 'student', path: '/student/reports' },
  {
    key: 'availableCoursesFailed',
    call: 'GET /api/courses/available/all',
    as: 'student',
    path: '/student/enroll',
  },
  {
    key: 'enrollFailed',
    call: 'POST /api/courses/*/enroll',
    as: 'student',
    path: '/student/enroll',
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Enroll in/ })
        .first()
        .click();
    },
  },
  { key: 'studentFailed', call: 'GET /api/auth/me', as: 'student', path: '/student/security', pass: 1 },
  {
    key: 'preferencesFailed',
    call: 'POST /api/auth/update-security',
    as: 'student',
    path: '/student/security',
    act: press('Save Preferences'),
  },
  {
    key: 'pinFailed',
    call: 'POST /api/auth/set-pin',
    as: 'student',
    path: '/student/security',
    act: async (page) => {
      await fillPin(page);
      await press('Set PIN')(page);
    },
  },
  {
    key: 'deviceFailed',
    call: 'POST /api/auth/register-device',
    as: 'student',
    path: '/student/security',
    act: press('Register Device'),
  },

  {
    key: 'codeInvalid',
    call: 'GET /api/sessions/verify/*',
    as: 'student',
    path: ({ session }) => `/attendance/${session.qrCode}`,
    // 400 says that it cannot be a code at all, for which the page has words of its own.
    status: 404,
  },
  {
    key: 'markFailed',
    call: 'POST /api/attendance',
    as: 'student',
    path: ({ session }) => `/attendance/${session.qrCode}`,
    act: async (page) => {
      await enterPin(page);
      await press('Mark My Attendance')(page);
    },
  },
];

const OWN_TEXT = 'The server says why, in a sentence of its own.';

for (const row of rows)
  test(`${row.key}: ${row.call} on ${row.as ?? 'a visitor'}’s page`, async ({ page, campus }) => {
    const teacher = await campus.teacher();
    const student = await campus.student();
    await campus.prepare(student);
    const course = await campus.course(teacher);
    const offered = await campus.course(teacher);
    await campus.enroll(student, course);
    const session = await campus.session(teacher, course, { refreshInterval: 300 });
    const world = { teacher, student, course, session, offered };
    if (row.as) await signInAs(page, world[row.as]);

    const provoke = async (body: object, sentence: string) => {
      const { status = 400 } = row;
      await page.unrouteAll();
      await answerInstead(page, row.call, { status, body }, row.pass);
      // Only by its own code does a renewal end a sign-in.
      const over = { error: OWN_TEXT, requestId: 'r-1', code: 'signed_out' };
      if (row.alsoFails) await answerInstead(page, row.alsoFails, { status, body: over });
      await page.goto(typeof row.path === 'string' ? row.path : row.path(world));
      await row.act?.(page, world);
      await expect(page.getByText(sentence, { exact: true }).first()).toBeVisible();
    };
    // Without a text of the server's: the fallback.
    await provoke({}, specified[row.key]);
    // With one: that, and not the fallback.
    await provoke({ error: OWN_TEXT, code: 'test', requestId: 'r-1' }, OWN_TEXT);
    await expect(page.getByText(specified[row.key], { exact: true })).toHaveCount(0);
  });
