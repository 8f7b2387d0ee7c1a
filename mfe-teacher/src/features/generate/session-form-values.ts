import { LOCATION_RADIUS, type Coordinates } from '@qr-attendance/contracts';
import { campusClock } from '@qr-attendance/web-kit';
import { policyOf, type PolicyFormValues } from '../../shared/policy/policy-draft.ts';
import type { NewSessionBody } from '../../shared/api/sessions.ts';
import { coveredSectionsOf } from '../../shared/session-fields/section-field.tsx';
import { timeAndPlaceOf } from '../../shared/session-fields/time-and-place.ts';

export interface SessionFormValues
  extends
    PolicyFormValues,
    Pick<NewSessionBody, 'courseId' | 'date' | 'startTime' | 'endTime' | 'locationRadius' | 'roomId'> {
  sectionIds?: string[];
  lateAfterMinutes?: number | null | undefined;
}

export const createInitialValues = (now: Date) => {
  const { day, time } = campusClock(now);
  return { date: day, startTime: time, endTime: '', locationRadius: LOCATION_RADIUS.default };
};

export const toNewSession = (
  { courseId, sectionIds = [], lateAfterMinutes, policy, roomId, ...timeAndPlace }: SessionFormValues,
  position: Coordinates | undefined,
): NewSessionBody => ({
  courseId,
  ...(sectionIds.length > 0 && { sections: coveredSectionsOf(courseId, sectionIds) }),
  ...timeAndPlaceOf(timeAndPlace, position),
  ...(roomId && { roomId }),
  ...(typeof lateAfterMinutes === 'number' && { lateAfterMinutes }),
  ...(policy && { policy: policyOf(policy) }),
});
