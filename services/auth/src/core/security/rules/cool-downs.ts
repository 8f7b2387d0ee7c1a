const HOUR_MS = 3_600_000;

export interface CoolDowns {
  replacedHours: number;
  addedHours: number;
}

export const addedCountsFrom = (now: Date, firstAt: Date | null, { addedHours }: CoolDowns): Date =>
  new Date(now.getTime() + (firstAt ? addedHours * HOUR_MS : 0));

export const deviceCountsFrom = (
  now: Date,
  { firstDeviceAt, deviceRemovedAt }: { firstDeviceAt: Date | null; deviceRemovedAt: Date | null },
  coolDowns: CoolDowns,
): Date => {
  const replaces = deviceRemovedAt ? deviceRemovedAt.getTime() + coolDowns.replacedHours * HOUR_MS : 0;
  return new Date(Math.max(addedCountsFrom(now, firstDeviceAt, coolDowns).getTime(), replaces));
};
