import type { Coordinates } from '@qr-attendance/contracts';
import { conflict, RETRY, notFound, retryOnConflict } from '@qr-attendance/server';
import { LOCATION_RADIUS } from '@qr-attendance/contracts';
import { withFloor } from '../../core/institution/institution.ts';
import { choosePlace } from '../../core/rooms/choose-place.ts';
import { stateOf, type Session } from '../../core/sessions/rules/session.ts';
import { toEdited } from '../../core/sessions/rules/transitions.ts';
import type { Sessions } from '../../core/sessions/sessions.ts';
import type { AssembleDeps } from '../../core/sessions/assemble-session.ts';
import type { Courses } from '../../projections/projections.ts';

/** The margin is added to the radius, because the given location is inexact. */
const MARGIN_METERS = 50;

interface MoveSessionDeps extends AssembleDeps {
  sessions: Sessions;
  courses: Courses;
}

/**
 * Moves a running class to its students: to the room at their location, or else to the location itself. The
 * attendance service decides who may do that, and where the students are.
 */
export const moveSession = async (
  context: MoveSessionDeps,
  id: string,
  { by, location }: { by: string; location: Coordinates },
): Promise<Session> => {
  const room = await context.rooms.findNear(location);
  const { floor } = await context.institution.read();
  return retryOnConflict('session', async () => {
    const session = await context.sessions.find(id);
    if (!session) throw notFound('Session');
    const now = context.clock();
    if (stateOf(session, now) !== 'running')
      throw conflict('class_not_running', 'This class is not running.');
    const [course] = await context.courses.findAll([session.courseId]);
    const radius = Math.min(
      LOCATION_RADIUS.max,
      (session.location?.radius ?? LOCATION_RADIUS.default) + MARGIN_METERS,
    );
    const { networks, ...place } = room
      ? await choosePlace(
          context,
          { roomId: room._id.toHexString() },
          {
            location: undefined,
            usualNetworks: course?.sessionDefaults.networks ?? context.institutionPolicy.networks,
          },
        )
      : { networks: undefined, location: { ...location, radius } };
    const moved = toEdited(
      session,
      {
        startTime: session.startTime.toISOString(),
        endTime: session.endTime?.toISOString(),
        lateAfterMinutes: session.lateAfterMinutes,
        place,
        ...(networks ? { policy: withFloor({ ...session.policy, networks }, floor) } : {}),
      },
      { by, at: now },
      context.campusTimeZone,
    );
    return (await context.sessions.save(moved)) ? moved : RETRY;
  });
};
