import { campusClock } from '@qr-attendance/web-kit';

/** Whether a calendar day (`YYYY-MM-DD`) is over on campus. */
export const isPastDay = (day: string, now = new Date()): boolean => day < campusClock(now).day;
