import { campusClock } from '@qr-attendance/web-kit';

export const isPastDay = (day: string, now = new Date()): boolean => day < campusClock(now).day;
