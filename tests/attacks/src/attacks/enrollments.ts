import { randomUUID } from 'node:crypto';
import {
  ENROLLMENT_REQUESTS_OF_STUDENT,
  type Course,
  type EnrollmentSettings,
  type EnrollmentState,
} from '@qr-attendance/contracts';
import type { Attack } from '../attack.ts';
import {
  enrollmentApproval,
  keyLimitPerPerson,
  generatedKeys,
  enrollmentRequestLimit,
  keyAttemptCounter,
  lastingRemoval,
} from '../defenses/course.ts';
import { rolePermissions } from '../defenses/packages.ts';
import type { Lesson, Person } from '../target/people.ts';
import type { Target } from '../target/start-target.ts';

const WORDS = ['password', 'winter', 'optics', 'physics', 'summer', 'analysis'];
const settingsPath = ({ course }: Lesson) => `/api/courses/${course._id}/enrollment-settings`;
const askForKey = ({ must }: Target, running: Lesson) =>
  must<EnrollmentSettings>('PUT', settingsPath(running), {
    token: running.teacher.token,
    body: { mode: 'KEY', mayLeave: true },
  });
const isIn = async ({ must }: Target, { token }: Person, { course }: Lesson) =>
  (await must<EnrollmentState>('GET', `/api/courses/${course._id}/enrollment`, { token })).enrolled;

const coursesByApproval = async ({ teacher, must }: Target, count: number) => {
  const { token } = await teacher();
  const courses: Course[] = [];
  // The requests are sequential, because concurrent requests from one person are limited.
  for (let n = 0; n < count; n += 1) {
    const body = { name: 'Optics', code: `${n}-${randomUUID().slice(0, 8)}`, semester: 3 };
    const course = await must<Course>('POST', '/api/courses', { token, body });
    const mode = { mode: 'APPROVAL', mayLeave: false };
    await must('PUT', `/api/courses/${course._id}/enrollment-settings`, { token, body: mode });
    courses.push(course);
  }
  return courses;
};

export const enrollmentAttacks: Attack[] = [
  {
    name: 'unlimited guesses of enrollment keys',
    defenses: [keyAttemptCounter],
    attempt: async (target) => {
      const running = await target.lesson();
      await askForKey(target, running);
      const { token } = await target.student();
      // The requests are sequential, because a busy server would reject some of thirty concurrent requests.
      for (let n = 0; n < 30; n++) {
        const { status } = await target.call('POST', `/api/courses/${running.course._id}/enroll`, {
          token,
          body: { key: `guess ${n}` },
        });
        if (status !== 403) return false;
      }
      return true;
    },
  },
  {
    name: 'a word as an enrollment key, guessed by many accounts within their limits',
    defenses: [generatedKeys],
    attempt: async (target) => {
      const running = await target.lesson();
      await target.must('PUT', settingsPath(running), {
        token: running.teacher.token,
        body: { mode: 'KEY', mayLeave: true, key: 'summer' },
      });
      for (const key of WORDS) {
        const { token } = await target.newcomer();
        const path = `/api/courses/${running.course._id}/enroll`;
        if ((await target.call('POST', path, { token, body: { key } })).status === 200) return true;
      }
      return false;
    },
  },
  {
    name: 'an enrollment key blocked for the students of its course by other accounts',
    defenses: [keyLimitPerPerson],
    attempt: async (target) => {
      const running = await target.lesson();
      const { key } = await askForKey(target, running);
      const path = `/api/courses/${running.course._id}/enroll`;
      for (let account = 0; account < 22; account += 1) {
        const { token } = await target.newcomer();
        for (let n = 0; n < 10; n += 1)
          await target.call('POST', path, { token, body: { key: `guess ${account} ${n}` } });
      }
      const { token } = await target.newcomer();
      return (await target.call('POST', path, { token, body: { key } })).status !== 200;
    },
  },
  {
    name: 'a course with approval filled with strangers',
    defenses: [enrollmentApproval],
    attempt: async (target) => {
      const [course] = await coursesByApproval(target, 1);
      const { token } = await target.student();
      const { status } = await target.call('POST', `/api/courses/${course?._id}/enroll`, { token });
      return status === 200;
    },
  },
  {
    name: 'enrollment requests to all teachers at once',
    defenses: [enrollmentRequestLimit],
    attempt: async (target) => {
      const courses = await coursesByApproval(target, ENROLLMENT_REQUESTS_OF_STUDENT + 1);
      const { token } = await target.student();
      let waiting = 0;
      for (const { _id } of courses) {
        const { status } = await target.call('POST', `/api/courses/${_id}/enrollment-request`, { token });
        if (status === 200) waiting += 1;
      }
      return waiting > ENROLLMENT_REQUESTS_OF_STUDENT;
    },
  },
  {
    name: 'a removed student who enrolls again',
    defenses: [lastingRemoval],
    attempt: async (target) => {
      const running = await target.lesson();
      const member = await target.member(running);
      const { _id } = running.course;
      await target.must('DELETE', `/api/courses/${_id}/students/${member.id}`, {
        token: running.teacher.token,
      });
      await target.call('POST', `/api/courses/${_id}/enroll`, { token: member.token });
      return isIn(target, member, running);
    },
  },
  {
    name: 'the enrollment key of another teacher’s course read',
    defenses: [rolePermissions],
    attempt: async (target) => {
      const running = await target.lesson();
      const { key } = await askForKey(target, running);
      const { token } = await target.teacher();
      const { body } = await target.call<EnrollmentSettings>('GET', settingsPath(running), { token });
      return body.key === key;
    },
  },
];
