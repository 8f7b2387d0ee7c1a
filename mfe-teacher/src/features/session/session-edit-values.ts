import { LOCATION_RADIUS, OPEN_POLICY, type Coordinates, type Session } from '@qr-attendance/contracts';
import { campusClock } from '@qr-attendance/web-kit';
import type { SessionEditBody } from '../../shared/api/sessions.ts';
import { draftOf, policyOf, type PolicyDraft } from '../../shared/policy/policy-draft.ts';
import { coveredSectionsOf } from '../../shared/session-fields/section-field.tsx';
import { timeAndPlaceOf } from '../../shared/session-fields/time-and-place.ts';

export interface SessionEditValues {
  date: string;
  startTime: string;
  endTime: string;
  lateAfterMinutes: number;
  locationRadius?: number;
  sectionIds?: string[];
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
  sectionIds: (session.sections ?? []).map(({ sectionId }) => sectionId),
  roomId: session.room?.id ?? '',
  online: session.online ?? false,
  policy: draftOf(session.policy ?? OPEN_POLICY),
});

export const toEdit = (
  { lateAfterMinutes, policy, sectionIds, roomId, online, ...timeAndPlace }: SessionEditValues,
  { courseId, version }: { courseId: string; version: number },
  position: Coordinates | undefined,
): SessionEditBody => ({
  version,
  ...(sectionIds && { sections: coveredSectionsOf(courseId, sectionIds) }),
  ...timeAndPlaceOf(timeAndPlace, position),
  ...(online ? { online } : { roomId }),
  lateAfterMinutes,
  policy: policyOf(policy),
});
