import type { Values } from '@qr-attendance/statements';
import { type ChangedValue, changesOfValues } from './changed-values.ts';
import type { StatedStaff } from './stated-staff.ts';

const valuesOfStaff = ({ owner, staff }: StatedStaff): Values => ({
  owner: owner ?? null,
  ...Object.fromEntries(
    staff.map(({ userId, role, from, until, sectionIds }) => [
      `role of ${userId}`,
      [role, from ?? '', until ?? '', ...(sectionIds ?? [])].filter((part) => part !== ''),
    ]),
  ),
});
export const changesInStaff = (before: StatedStaff | undefined, after: StatedStaff): ChangedValue[] =>
  changesOfValues(before && valuesOfStaff(before), valuesOfStaff(after));
