import { setTimeout as pause } from 'node:timers/promises';
import { routes } from '@qr-attendance/contracts';
import type {
  CourseChanged,
  MembershipChanged,
  UnitChanged,
  UserChanged,
} from '@qr-attendance/contracts/events';
import { createLogger } from '@qr-attendance/observability';
import { closeServer, createApp, implement, listen, createAuthorize, notFound } from '@qr-attendance/server';

export const startNeighbors = async (internalToken: string) => {
  const users = new Map<string, UserChanged>();
  const courses = new Map<string, CourseChanged>();
  const units = new Map<string, UnitChanged>();
  const enrollments: MembershipChanged[] = [];
  const answers = { delayMs: 0 };
  const requireKnown = <T>(what: string, found: T | undefined): T => {
    if (found === undefined) throw notFound(what);
    return found;
  };
  const app = createApp({
    log: createLogger('neighbors', 'silent'),
    authorize: createAuthorize({ publicKeys: new Map(), internalTokens: [internalToken] }),
    ready: {},
    routes: [
      implement(routes.auth.getUserInternal, async ({ params }) => {
        await pause(answers.delayMs);
        return requireKnown('User', users.get(params.id));
      }),
      implement(routes.course.getCourseInternal, ({ params }) =>
        requireKnown('Course', courses.get(params.id)),
      ),
      implement(routes.course.getUnitPathInternal, ({ params }) => [
        requireKnown('Unit', units.get(params.id)),
      ]),
      implement(routes.course.getEnrollmentInternal, ({ params }) =>
        requireKnown(
          'Enrollment',
          enrollments.find((one) => one.courseId === params.id && one.studentId === params.studentId),
        ),
      ),
    ],
  });
  const { server, port } = await listen(app, { host: '127.0.0.1', port: 0 });
  return {
    url: `http://127.0.0.1:${port}`,
    users,
    courses,
    units,
    enrollments,
    answers,
    close: () => closeServer(server, 1_000),
  };
};
