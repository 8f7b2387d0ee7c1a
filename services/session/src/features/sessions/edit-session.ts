import type { SessionEdit } from '@qr-attendance/contracts';
import { type Caller, conflict } from '@qr-attendance/server';
import { withFloor } from '../../core/institution/institution.ts';
import { choosePlace } from '../../core/rooms/choose-place.ts';
import { changeSessionFor } from '../../core/sessions/change-session.ts';
import { findSessionFor, type SessionAccess } from '../../core/sessions/find-session-for.ts';
import { requireOtherCoverage } from '../../core/sessions/require-coverage.ts';
import { classroomOf, stateOf, type Session } from '../../core/sessions/rules/session.ts';
import { toEdited } from '../../core/sessions/rules/transitions.ts';
import type { Marks } from '../../projections/projections.ts';
import type { AssembleDeps } from '../../core/sessions/assemble-session.ts';

const REFUSALS = {
  ended: { code: 'session_ended', message: 'This class has ended.' },
  canceled: { code: 'session_canceled', message: 'This class was canceled.' },
};

const sessionChangedError = () =>
  conflict('session_changed', 'This class was changed a moment ago. Check it before you save.');

const contentOf = ({
  date,
  startTime,
  endTime,
  room,
  online,
  location,
  lateAfterMinutes,
  policy,
  sections,
}: Session): string =>
  JSON.stringify({
    date,
    startTime,
    endTime,
    lateAfterMinutes,
    roomId: room?.id,
    online: online ?? false,
    sections: sections?.map(({ sectionId }) => sectionId),
    useLocation: location !== undefined,
    location: location && [location.latitude, location.longitude],
    locationRadius: location?.radius,
    policy: Object.entries(policy).sort(([one], [other]) => (one < other ? -1 : 1)),
  } satisfies Record<Exclude<keyof SessionEdit, 'version'>, unknown>);

/** Rejects the second of two concurrent edits of the same version; a repeated request changes nothing. */
export const editSession = async (
  context: SessionAccess & AssembleDeps & { marks: Marks },
  teacher: Caller,
  id: string,
  edit: SessionEdit,
): Promise<Session> => {
  const { floor } = await context.institution.read();
  const before = await findSessionFor(context, teacher, 'manageSessions', id);
  const [course] = await context.courses.findAll([before.courseId]);
  const { networks, ...place } = await choosePlace(context, edit, {
    before,
    location: classroomOf(edit),
    usualNetworks: course?.sessionDefaults.networks ?? context.institutionPolicy.networks,
  });
  const choice = networks ? { ...edit.policy, networks } : edit.policy;
  if (edit.sections) await requireOtherCoverage(context, teacher, before, edit.sections);
  return changeSessionFor(context, teacher, 'manageSessions', id, (session, author) => {
    const state = stateOf(session, author.at);
    if (state === 'ended' || state === 'canceled')
      throw conflict(REFUSALS[state].code, REFUSALS[state].message);
    // If the requirements are not edited, a raised floor does not apply to the session.
    const policy = choice && withFloor({ ...session.policy, ...choice }, floor);
    const edited = toEdited(session, { ...edit, place, policy }, author, context.campusTimeZone);
    if (contentOf(edited) === contentOf(session)) return session;
    if (edit.version !== session.version) throw sessionChangedError();
    return edited;
  });
};
