import { routes, type Registration } from '@qr-attendance/contracts';
import { StartError } from '@qr-attendance/stack';
import { createDevice } from '@qr-attendance/test-kit';
import pLimit from 'p-limit';
import { CallError, type Call } from '@qr-attendance/stack';
import { courses, type DemoCourse } from './courses.ts';
import type { DemoStudent, createPeople } from './people.ts';

/** Each registration needs a password hash, so more concurrency would not be faster. */
const CONCURRENCY = 8;

export interface SignedInUser {
  id: string;
  token: string;
}
export interface EnrolledStudent extends SignedInUser {
  diligence: number;
}
export interface TaughtCourse {
  id: string;
  teacher: SignedInUser;
  students: EnrolledStudent[];
}

const isConflict = (error: unknown) => error instanceof CallError && error.status === 409;

const createEnter =
  (call: Call) =>
  async (form: Registration): Promise<SignedInUser> => {
    const { email, password } = form;
    try {
      const { token, user } = await call(routes.auth.register, { body: form });
      return { id: user._id, token };
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
    try {
      const { token, user } = await call(routes.auth.login, { body: { email, password } });
      return { id: user._id, token };
    } catch {
      throw new StartError(
        `The demo campus needs an empty system: ${form.name} (${email}) cannot be registered.`,
      );
    }
  };

interface Administration {
  termId: string;
  unitIds: Map<string, string>;
}

const openCourse = async (
  call: Call,
  { token }: SignedInUser,
  course: DemoCourse,
  place: { termId: string; unitId: string | undefined },
): Promise<string> => {
  const existingCourses = await call(routes.course.listCourses, { token, query: {} });
  const { name, code, section, semester } = course;
  const before = existingCourses.find((other) => other.code === code);
  if (before) return before._id;
  const opened = await call(routes.course.createCourse, {
    token,
    body: { name, code, section, semester, ...place },
  });
  return opened._id;
};

export const registerCampus = async (
  call: Call,
  people: ReturnType<typeof createPeople>,
  { termId, unitIds }: Administration,
): Promise<{ students: EnrolledStudent[]; taught: TaughtCourse[] }> => {
  const enter = createEnter(call);
  const limit = pLimit(CONCURRENCY);
  const teachers = await limit.map(people.teachers, enter);
  const taught: TaughtCourse[] = [];
  for (const course of courses) {
    const teacher = teachers[course.teacher];
    if (!teacher) throw new Error(`${course.code} has no teacher`);
    const unitId = unitIds.get(people.teachers[course.teacher]?.department ?? '');
    const id = await openCourse(call, teacher, course, { termId, unitId });
    taught.push({ id, teacher, students: [] });
  }
  const settle = async ({ form, diligence, deviceName }: DemoStudent): Promise<EnrolledStudent> => {
    const { id, token } = await enter(form);
    const { profile } = await call(routes.auth.getMe, { token });
    if (deviceName && 'registeredDevices' in profile && profile.registeredDevices.length === 0) {
      const { deviceId, publicKey } = createDevice();
      await call(routes.auth.registerDevice, { token, body: { deviceId, deviceName, publicKey } });
    }
    const own = taught.filter((_course, index) => courses[index]?.semester === form.semester);
    for (const course of own) await call(routes.course.enroll, { token, params: { id: course.id } });
    return { id, token, diligence };
  };
  const students = await limit.map(people.students, settle);
  const semesters = people.students.map(({ form }) => form.semester);
  taught.forEach((course, index) => {
    course.students = students.filter((_student, at) => semesters[at] === courses[index]?.semester);
  });
  return { students, taught };
};
