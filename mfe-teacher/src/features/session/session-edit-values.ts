import { LOCATION_RADIUS, OPEN_POLICY, type Coordinates, type Session } from '@qr-attendance/contracts';
import { campusClock } from '@qr-attendance/web-kit';
import type { SessionEditBody } from '../../shared/api/sessions.ts';
import { toPolicyDraft, toPolicy, type PolicyDraft } from '../../shared/policy/policy-draft.ts';
import { sectionChoiceOf, coveredSectionsOf, ownCourseId } from '../../shared/joint-class.ts';
import { timeAndPlaceOf } from '../../shared/session-fields/time-and-place.ts';

export interface SessionEditValues {
  date: string;
  startTime: string;
  endTime: string;
  lateAfterMinutes: number;
  locationRadius?: number;
  sectionIds?: string[];
  joint?: string[];
  roomId?: string;
  online?: boolean;
  policy: PolicyDraft;
}

export const valuesOf = (session: Session): SessionEditValues => ({
  date: session.date,
  startTime: campusClock(new Date(session.startTime)).time,
  endTime: session.endTime ? campusClock(new Date(session.endTime)).time : '',
  lateAfterMinutes: session.lateAfterMinutes,
  locationRadius: session.location?.radius ?? LOCATION_RADIUS.default,
  ...sectionChoiceOf(ownCourseId(session), session.sections),
  roomId: session.room?.id ?? '',
  online: session.online ?? false,
  policy: toPolicyDraft(session.policy ?? OPEN_POLICY),
});

interface EditedSession {
  courseId: string;
  version: number;
  ownSectionIds?: string[] | undefined;
  initial: Pick<SessionEditValues, 'sectionIds' | 'joint' | 'policy'>;
}

/** Omits values without a field, which the server keeps. */
export const toEdit = (
  { lateAfterMinutes, policy, sectionIds, joint, roomId, online, ...timeAndPlace }: SessionEditValues,
  { courseId, version, ownSectionIds, initial }: EditedSession,
  position: Coordinates | undefined,
): SessionEditBody => ({
  version,
  sections:
    (sectionIds ?? joint) &&
    coveredSectionsOf(courseId, sectionIds ?? initial.sectionIds, joint ?? initial.joint, ownSectionIds),
  ...timeAndPlaceOf(timeAndPlace, position),
  online: online || undefined,
  roomId: online ? undefined : roomId,
  lateAfterMinutes,
  policy: toPolicy({ ...initial.policy, ...policy }),
});
