import {
  routes,
  type NewCourse,
  type PersonalData,
  type SessionPolicyChoice,
  objectIdSchema,
} from '@qr-attendance/contracts';
import {
  answerPage,
  type Caller,
  type IdempotentRequest,
  implement,
  type Implementation,
  notFound,
  decodeCursor,
  DomainError,
} from '@qr-attendance/server';
import type { Response } from 'express';
import {
  toCourseChanged,
  toEnrollmentChanged,
  type Course,
  type Enrollment,
  type CoursePosition,
} from './rules/course.ts';
import type { DescribeCourses } from './describe-courses.ts';
import type { Page } from './list-courses.ts';

/** @throws DomainError (invalid) when the cursor is none of this list's. */
const readPosition = (cursor: string | undefined): CoursePosition | undefined => {
  if (cursor === undefined) return undefined;
  const [code = '', id] = decodeCursor(cursor, 2);
  const parsed = objectIdSchema.safeParse(id);
  if (parsed.success) return { code, id: parsed.data };
  throw new DomainError('invalid', 'invalid_cursor', 'cursor is not one this list gave out.');
};

interface UseCases {
  createCourse: (teacher: Caller, course: NewCourse, once?: IdempotentRequest) => Promise<Course>;
  updateCourse: (teacher: Caller, id: string, sessionDefaults: SessionPolicyChoice) => Promise<Course>;
  exportPersonalData: (caller: Caller) => Promise<PersonalData>;
  listCourses: (caller: Caller, page: Page) => Promise<Course[]>;
  getCourse: (caller: Caller, courseId: string) => Promise<Course>;
  listAvailableCourses: (student: Caller, page: Page) => Promise<Course[]>;
  enroll: (student: Caller, courseId: string) => Promise<Course>;
  describeCourses: DescribeCourses;
  findCourse: (id: string) => Promise<Course | undefined>;
  findEnrollment: (courseId: string, studentId: string) => Promise<Enrollment | undefined>;
}

/** What the routes of the contract do. */
export const courseRoutes = (useCases: UseCases): Implementation[] => {
  const describeOne = async (caller: Caller, course: Course) => {
    const [answer] = await useCases.describeCourses(caller, [course]);
    if (!answer) throw notFound('Course');
    return answer;
  };
  /** Reads one more than the page holds, so as to know whether there is a next. */
  const page = async (
    list: UseCases['listCourses'],
    caller: Caller,
    { limit, cursor }: { limit: number; cursor?: string },
    response: Response,
  ) => {
    const rows = await list(caller, { limit: limit + 1, after: readPosition(cursor) });
    const shown = answerPage(response, rows, limit, ({ code, id }) => [code, id]);
    return useCases.describeCourses(caller, shown);
  };

  return [
    implement(routes.course.listCourses, ({ caller, query, response }) =>
      page(useCases.listCourses, caller, query, response),
    ),
    implement(routes.course.createCourse, async ({ caller, body, once }) =>
      describeOne(caller, await useCases.createCourse(caller, body, once)),
    ),
    implement(routes.course.getMyCourseData, ({ caller }) => useCases.exportPersonalData(caller)),
    implement(routes.course.getCourse, async ({ caller, params }) =>
      describeOne(caller, await useCases.getCourse(caller, params.id)),
    ),
    implement(routes.course.updateCourse, async ({ caller, params, body }) =>
      describeOne(caller, await useCases.updateCourse(caller, params.id, body.sessionDefaults)),
    ),
    implement(routes.course.listAvailableCourses, ({ caller, query, response }) =>
      page(useCases.listAvailableCourses, caller, query, response),
    ),
    implement(routes.course.enroll, async ({ caller, params }) =>
      describeOne(caller, await useCases.enroll(caller, params.id)),
    ),
    implement(routes.course.getCourseInternal, async ({ params }) => {
      const course = await useCases.findCourse(params.id);
      if (!course) throw notFound('Course');
      return toCourseChanged(course);
    }),
    implement(routes.course.getEnrollmentInternal, async ({ params }) => {
      const enrollment = await useCases.findEnrollment(params.id, params.studentId);
      if (!enrollment) throw notFound('Enrolment');
      return toEnrollmentChanged(enrollment);
    }),
  ];
};
