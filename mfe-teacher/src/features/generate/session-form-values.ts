import { LOCATION_RADIUS, type Coordinates } from '@qr-attendance/contracts';
import type { NewSessionBody } from './api/create-session.ts';

/** As the form's fields hold them: a calendar day and times of day, in the zone of this device. */
export interface SessionFormValues {
  courseId: string;
  date: string;
  startTime: string;
  endTime?: string;
  /** Only there while location verification is on. */
  locationRadius?: number;
}

const twoDigits = (n: number) => String(n).padStart(2, '0');

/** The form as it opens: today, from this minute on, with no end. */
export const valuesOfNow = (now: Date) => ({
  date: `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`,
  startTime: `${twoDigits(now.getHours())}:${twoDigits(now.getMinutes())}`,
  endTime: '',
  locationRadius: LOCATION_RADIUS.default,
});

const momentOf = (date: string, time: string) => new Date(`${date}T${time}`).toISOString();

/** The call's body. `position` undefined: location verification is off, and no location data is attached. */
export const toNewSession = (
  values: SessionFormValues,
  position: Coordinates | undefined,
): NewSessionBody => {
  const { courseId, date, startTime, endTime, locationRadius = LOCATION_RADIUS.default } = values;
  return {
    courseId,
    date,
    startTime: momentOf(date, startTime),
    endTime: endTime ? momentOf(date, endTime) : '',
    useLocation: position !== undefined,
    locationRadius,
    ...(position && {
      location: { latitude: position.latitude, longitude: position.longitude, radius: locationRadius },
    }),
  };
};
