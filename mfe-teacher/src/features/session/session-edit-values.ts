import { LOCATION_RADIUS, OPEN_POLICY, type Coordinates, type Session } from '@qr-attendance/contracts';
import { campusClock, campusMoment } from '@qr-attendance/web-kit';
import type { SessionEditBody } from '../../shared/api/sessions.ts';
import { draftOf, policyOf, type PolicyDraft } from '../../shared/policy/policy-draft.ts';

/** As the form's fields hold it: a day and times of day of the campus. */
export interface SessionEditValues {
  date: string;
  startTime: string;
  endTime: string;
  lateAfterMinutes: number;
  /** Only there while location verification is on. */
  locationRadius?: number;
  policy: PolicyDraft;
}

/** The form as it opens: what holds now. */
export const valuesOf = (session: Session): SessionEditValues => ({
  date: session.date,
  startTime: campusClock(new Date(session.startTime)).time,
  endTime: session.endTime ? campusClock(new Date(session.endTime)).time : '',
  lateAfterMinutes: session.lateAfterMinutes,
  locationRadius: session.location?.radius ?? LOCATION_RADIUS.default,
  policy: draftOf(session.policy ?? OPEN_POLICY),
});

/** The call's body. `position` undefined: location verification is off. */
export const toEdit = (
  {
    date,
    startTime,
    endTime,
    lateAfterMinutes,
    locationRadius = LOCATION_RADIUS.default,
    policy,
  }: SessionEditValues,
  version: number,
  position: Coordinates | undefined,
): SessionEditBody => ({
  version,
  date,
  startTime: campusMoment(date, startTime),
  endTime: endTime ? campusMoment(date, endTime) : '',
  useLocation: position !== undefined,
  locationRadius,
  ...(position && {
    location: { latitude: position.latitude, longitude: position.longitude, radius: locationRadius },
  }),
  lateAfterMinutes,
  policy: policyOf(policy),
});
