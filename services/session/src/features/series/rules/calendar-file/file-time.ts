export interface FileTime {
  day: Temporal.PlainDate;
  wall?: Temporal.PlainDateTime;
  isUtc: boolean;
  tzid?: string | undefined;
}

const PATTERN = /^(\d{4})(\d{2})(\d{2})(?:T(?:(\d{2})(\d{2})(\d{2})?(Z)?)?)?$/;

/** @returns undefined if the value is not a valid day or time */
export const readTime = (value: string | undefined, tzid?: string): FileTime | undefined => {
  const match = PATTERN.exec((value ?? '').trim().replaceAll(/[-:]/g, '').toUpperCase());
  if (!match) return undefined;
  const [, year, month, dayOfMonth, hours, minutes] = match;
  try {
    const fields = { year: Number(year), month: Number(month), day: Number(dayOfMonth) };
    const day = Temporal.PlainDate.from(fields, { overflow: 'reject' });
    if (hours === undefined) return { day, isUtc: false };
    const isMidnight = hours === '24' && minutes === '00';
    const time = { hour: isMidnight ? 0 : Number(hours), minute: Number(minutes) };
    const wall = day
      .add({ days: isMidnight ? 1 : 0 })
      .toPlainDateTime(Temporal.PlainTime.from(time, { overflow: 'reject' }));
    return { day, wall, isUtc: match[7] === 'Z', tzid: tzid?.trim() || undefined };
  } catch {
    return undefined;
  }
};
