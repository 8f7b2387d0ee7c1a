import { LOCATION_RADIUS, type Coordinates } from '@qr-attendance/contracts';
import { campusClock, campusMoment } from '@qr-attendance/web-kit';
import { policyOf, type PolicyFormValues } from '../../shared/policy/policy-draft.ts';
import type { NewSessionBody } from '../../shared/api/sessions.ts';

/** As the form's fields hold them: a day and times of day of the campus, wherever this device is. */
export interface SessionFormValues
  extends
    PolicyFormValues,
    // The radius is only there while location verification is on.
    Pick<NewSessionBody, 'courseId' | 'date' | 'startTime' | 'endTime' | 'locationRadius'> {
  /** Empty: the course's default. */
  lateAfterMinutes?: number | null | undefined;
}

/** The form as it opens: today, from this minute on, with no end. */
export const valuesOfNow = (now: Date) => {
  const { day, time } = campusClock(now);
  return { date: day, startTime: time, endTime: '', locationRadius: LOCATION_RADIUS.default };
};

/**
 * The call's body. `position` undefined: location verification is off, and no location data is attached. Without a
 * policy or a late limit the course's defaults hold.
 */
export const toNewSession = (
  values: SessionFormValues,
  position: Coordinates | undefined,
): NewSessionBody => {
  const { courseId, date, startTime, endTime, lateAfterMinutes, policy } = values;
  const { locationRadius = LOCATION_RADIUS.default } = values;
  return {
    courseId,
    date,
    startTime: campusMoment(date, startTime),
    endTime: endTime ? campusMoment(date, endTime) : '',
    useLocation: position !== undefined,
    locationRadius,
    ...(position && {
      location: { latitude: position.latitude, longitude: position.longitude, radius: locationRadius },
    }),
    ...(typeof lateAfterMinutes === 'number' && { lateAfterMinutes }),
    ...(policy && { policy: policyOf(policy) }),
  };
};
