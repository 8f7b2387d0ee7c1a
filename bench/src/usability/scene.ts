import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import type { Course, Session } from '@qr-attendance/contracts';
import { cameraArguments, videoOf } from '@qr-attendance/e2e/support/camera';
import { campus, PIN, type Campus, type Member } from '@qr-attendance/e2e/support/campus';
import { drawFrame } from '@qr-attendance/e2e/support/draw-frame';
import { fillLogin } from '@qr-attendance/e2e/support/forms';
import { openPhone } from '@qr-attendance/e2e/support/phone';
import { writeFile } from 'node:fs/promises';

const MINUTE_MS = 60_000;
const SEED = 15;
const CHECKED = { requirePin: true, requireDevice: true };
const UNCHECKED = {
  requirePin: false,
  requireBiometric: false,
  requireDeviceVerification: false,
  requireSelfie: false,
};
const FIRST_NAMES = [
  'Alan',
  'Barbara',
  'Claude',
  'Dorothy',
  'Edsger',
  'Frances',
  'Grace',
  'Hedy',
  'Ivan',
  'Joan',
];
const LAST_NAMES = ['Hopper', 'Knuth', 'Liskov'];

export interface Stage {
  url: string;
  browser: Browser;
  film: string;
}
export interface Class {
  teacher: Member;
  course: Course;
}

const signIn = async (page: Page, { email }: Member): Promise<void> => {
  await page.goto('/login');
  await fillLogin(page, email);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
};

/** Creates people, courses and sessions with the API, which this release and the previous one share. */
export const createScene = ({ url, browser, film }: Stage) => {
  const people: Campus = campus(url);

  const openClass = async (): Promise<Class> => {
    const teacher = await people.teacher();
    const mark = randomUUID().slice(0, 4);
    const [name, code] = [`Robotics ${mark}`, `CS${mark}`];
    const course = await people.call<Course>('POST', '/api/courses', teacher.token, {
      name,
      code,
      semester: 3,
    });
    return { teacher, course };
  };
  const openSession = ({ teacher, course }: Class, { startsIn = -1, policy = {} } = {}): Promise<Session> => {
    const startTime = new Date(Date.now() + startsIn * MINUTE_MS).toISOString();
    return people.session(teacher, course, { startTime, refreshInterval: 300, policy });
  };
  const enroll = async ({ course }: Class, count: number): Promise<Member[]> => {
    const students: Member[] = [];
    for (let index = 0; index < count; index++) {
      const name = `${FIRST_NAMES[index % 10]} ${LAST_NAMES[Math.floor(index / 10) % 3]}`;
      const student = await people.student(name);
      await people.call('POST', `/api/courses/${course._id}/enroll`, student.token);
      students.push(student);
    }
    return students;
  };

  const mark = async ({ qrCode }: Session, students: Member[]): Promise<void> => {
    for (const student of students) {
      const { ticket } = await people.scan(student, qrCode ?? '');
      await people.mark(student, { ticket });
    }
  };

  return {
    openClass,
    openSession,
    enroll,
    scannedOf: ({ qrCode }: Session): string => `/attendance/${qrCode ?? ''}`,
    openCheckedSession: (taught: Class): Promise<Session> => openSession(taught, { policy: CHECKED }),
    mark,
    hold: async (taught: Class, present: Member[]): Promise<void> => {
      const session = await openSession(taught);
      await mark(session, present);
      await people.call('PATCH', `/api/sessions/${session._id}`, taught.teacher.token, { active: false });
    },
    askNothing: (student: Member) =>
      people.call('POST', '/api/auth/update-security', student.token, { securityPreferences: UNCHECKED }),
    openPhone: async (session?: Session): Promise<Page> => {
      const text = session ? `${url}/attendance/${session.qrCode ?? ''}` : 'nothing';
      await writeFile(film, videoOf(drawFrame(text, { pixelsPerModule: 6 }, SEED)));
      return openPhone(url, { args: cameraArguments(film), permissions: ['camera'] });
    },
    settle: async (phone: Page, student: Member): Promise<void> => {
      await people.call('POST', '/api/auth/set-pin', student.token, { pin: PIN });
      await signIn(phone, student);
      await phone.goto('/student/security');
      await phone.getByRole('button', { name: 'Register Device' }).click();
      await phone.getByText('Device registered successfully').waitFor();
    },
    openComputer: async ({ teacher }: Class): Promise<Page> => {
      const context = await browser.newContext({ baseURL: url, viewport: { width: 1_440, height: 900 } });
      const page = await context.newPage();
      await signIn(page, teacher);
      return page;
    },
  };
};
export type Scene = ReturnType<typeof createScene>;
