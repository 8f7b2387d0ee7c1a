import { type Caller, conflict, notFound, RETRY, retryOnConflict } from '@qr-attendance/server';
import { choosePlace } from '../../core/rooms/choose-place.ts';
import { requireOpenCourse, requireOtherCoverage } from '../../core/sessions/require-coverage.ts';
import { findSessionFor } from '../../core/sessions/find-session-for.ts';
import type { Session } from '../../core/sessions/rules/session.ts';
import { toEdited, toReopened } from '../../core/sessions/rules/transitions.ts';
import { findSeriesFor } from './find-series.ts';
import type { FollowRuleDeps } from './follow-rule.ts';
import { classesOf, createClass } from './plan-classes.ts';

export const createClassOfSeries = async (
  context: FollowRuleDeps,
  teacher: Caller,
  id: string,
  key: string,
): Promise<Session> => {
  const { series, course } = await findSeriesFor(context, teacher, id);
  const planned = (await classesOf(context, series, course)).find((one) => one.key === key);
  if (!planned) throw notFound('Session');
  requireOpenCourse(course);
  const session = await context.sessions.find(await createClass(context, series, course, planned));
  if (!session) throw notFound('Session');
  return session;
};

export const followSeries = (context: FollowRuleDeps, teacher: Caller, id: string): Promise<Session> =>
  retryOnConflict('session', async () => {
    const session = await findSessionFor(context, teacher, 'manageSessions', id);
    const { series: link } = session;
    if (!link) throw conflict('no_series', 'This class does not belong to a series.');
    const now = context.clock();
    if (session.startTime <= now) throw conflict('session_started', 'This class has started.');
    const { sections = [] } = link;
    await requireOtherCoverage(context, teacher, session, sections);
    const [course] = await context.courses.findAll([session.courseId]);
    const { networks, ...place } = await choosePlace(context, link, {
      before: session,
      location: session.location,
      usualNetworks: course?.sessionDefaults.networks ?? context.institutionPolicy.networks,
    });
    const author = { by: teacher.id, at: now };
    const restored = toEdited(
      session.canceledAt && !link.dropped ? toReopened(session, author) : session,
      {
        startTime: link.startTime.toISOString(),
        endTime: link.endTime.toISOString(),
        lateAfterMinutes: session.lateAfterMinutes,
        sections,
        place,
        ...(networks ? { policy: { ...session.policy, networks } } : {}),
      },
      author,
      context.campusTimeZone,
    );
    const saved = { ...restored, version: session.version + 1 };
    if (!(await context.sessions.save(saved))) return RETRY;
    await context.series.touch({ id: link.id });
    return saved;
  });
