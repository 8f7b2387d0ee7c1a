import { LOCATION_RADIUS, type Coordinates } from '@qr-attendance/contracts';
import { campusClock } from '@qr-attendance/web-kit';
import { toPolicy, type PolicyFormValues } from '../../shared/policy/policy-draft.ts';
import type { NewSessionBody } from '../../shared/api/sessions.ts';
import { coveredSectionsOf } from '../../shared/joint-class.ts';
import { timeAndPlaceOf } from '../../shared/session-fields/time-and-place.ts';

export interface SessionFormValues
  extends
    PolicyFormValues,
    Pick<NewSessionBody, 'courseId' | 'date' | 'startTime' | 'endTime' | 'locationRadius' | 'roomId'> {
  sectionIds?: string[];
  joint?: string[];
  lateAfterMinutes?: number | null | undefined;
}

export const createInitialValues = (now: Date) => {
  const { day, time } = campusClock(now);
  return { date: day, startTime: time, endTime: '', locationRadius: LOCATION_RADIUS.default };
};

export const toNewSession = (
  { courseId, sectionIds, joint, lateAfterMinutes, policy, roomId, ...timeAndPlace }: SessionFormValues,
  position: Coordinates | undefined,
  ownSectionIds: string[] = [],
): NewSessionBody => {
  const sections = coveredSectionsOf(courseId, sectionIds, joint, ownSectionIds);
  return {
    courseId,
    ...(sections.length > 0 && { sections }),
    ...timeAndPlaceOf(timeAndPlace, position),
    ...(roomId && { roomId }),
    ...(typeof lateAfterMinutes === 'number' && { lateAfterMinutes }),
    ...(policy && { policy: toPolicy(policy) }),
  };
};
