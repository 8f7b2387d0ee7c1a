import { endsNextDay, LOCATION_RADIUS, type Coordinates } from '@qr-attendance/contracts';
import { addDays, campusMoment } from '@qr-attendance/web-kit';

interface TimeAndPlace {
  date: string;
  startTime: string;
  endTime?: string | undefined;
  locationRadius?: number | undefined;
}

/** An end at or before the start is on the next day. */
export const endDayOf = ({ date, startTime, endTime = '' }: TimeAndPlace): string =>
  endsNextDay({ start: startTime, end: endTime }) ? addDays(date, 1) : date;

/** `position` is undefined if location verification is off. */
export const timeAndPlaceOf = (
  { date, startTime, endTime, locationRadius = LOCATION_RADIUS.default }: TimeAndPlace,
  position: Coordinates | undefined,
) => ({
  date,
  startTime: campusMoment(date, startTime),
  endTime: endTime ? campusMoment(endDayOf({ date, startTime, endTime }), endTime) : '',
  useLocation: position !== undefined,
  locationRadius,
  location: position && {
    latitude: position.latitude,
    longitude: position.longitude,
    radius: locationRadius,
  },
});
