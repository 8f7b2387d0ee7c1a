import { LOCATION_RADIUS, type Coordinates } from '@qr-attendance/contracts';
import { campusMoment } from '@qr-attendance/web-kit';

interface TimeAndPlace {
  date: string;
  startTime: string;
  endTime?: string | undefined;
  locationRadius?: number | undefined;
}

/** `position` is undefined if location verification is off. */
export const timeAndPlaceOf = (
  { date, startTime, endTime, locationRadius = LOCATION_RADIUS.default }: TimeAndPlace,
  position: Coordinates | undefined,
) => ({
  date,
  startTime: campusMoment(date, startTime),
  endTime: endTime ? campusMoment(date, endTime) : '',
  useLocation: position !== undefined,
  locationRadius,
  location: position && {
    latitude: position.latitude,
    longitude: position.longitude,
    radius: locationRadius,
  },
});
