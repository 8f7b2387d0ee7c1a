import { DateTime } from 'luxon';

export const nowOnCampus = (): DateTime => {
  const zone = process.env['CAMPUS_TIME_ZONE'];
  return zone ? DateTime.now().setZone(zone) : DateTime.now();
};
