import { DEFAULT_LATE_AFTER_MINUTES, type NewSession, type SessionPolicy } from '@qr-attendance/contracts';
import { campusDay, newSecret } from '@qr-attendance/server';
import type { Course } from '../../projections/projections.ts';
import { type Institution, withFloor } from '../institution/institution.ts';
import { choosePlace } from '../rooms/choose-place.ts';
import type { Rooms } from '../rooms/rooms.ts';
import { classroomOf, sessionDefaultsOf, resolvePolicy, type Session } from './rules/session.ts';

export interface AssembleDeps {
  institution: Institution;
  institutionPolicy: SessionPolicy;
  rooms: Rooms;
  campusTimeZone: string;
  clock: () => Date;
}

export const assembleSession = async (
  context: AssembleDeps,
  id: string,
  course: Pick<Course, 'id' | 'sessionDefaults'>,
  teacherId: string,
  wanted: Omit<NewSession, 'courseId' | 'date'>,
): Promise<Omit<Session, 'version' | 'revisions'>> => {
  const { floor } = await context.institution.read();
  const startTime = new Date(wanted.startTime);
  const { lateAfterMinutes = DEFAULT_LATE_AFTER_MINUTES, ...policy } = sessionDefaultsOf(
    course.sessionDefaults,
  );
  const usual = resolvePolicy(context.institutionPolicy, policy, wanted.policy);
  const { networks, ...place } = await choosePlace(context, wanted, {
    location: classroomOf(wanted),
    usualNetworks: usual.networks,
  });
  return {
    id,
    courseId: course.id,
    ...(wanted.sections?.length ? { sections: wanted.sections } : {}),
    teacherId,
    date: campusDay(startTime, context.campusTimeZone),
    startTime,
    ...(wanted.endTime ? { endTime: new Date(wanted.endTime) } : {}),
    active: true,
    ...place,
    lateAfterMinutes: wanted.lateAfterMinutes ?? lateAfterMinutes,
    policy: withFloor({ ...usual, ...(networks ? { networks } : {}) }, floor),
    refreshInterval: wanted.refreshInterval,
    currentCode: { secret: newSecret(), refreshes: 0, issuedAt: context.clock() },
  };
};
