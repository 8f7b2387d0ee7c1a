const DAY_MS = 86_400_000;
const noonOf = (day: string): number => Date.parse(`${day}T12:00:00Z`);

/** Days have no time zone; noon in UTC avoids a shift to another day. */
export const addDays = (day: string, days: number): string =>
  new Date(noonOf(day) + days * DAY_MS).toISOString().slice(0, 10);

/** 1 is Monday, 7 is Sunday. */
export const weekdayOf = (day: string): number => new Date(noonOf(day)).getUTCDay() || 7;

export const mondayOf = (day: string): string => addDays(day, 1 - weekdayOf(day));
