import type { Values } from '@qr-attendance/statements';
import { type ChangedValue, changesOfValues } from './changed-values.ts';
import { overridesBetween, type Stated } from './stated-objects.ts';

interface StatedSection extends Stated {
  externalId: string;
  /** The section's id; missing for one that is not stored. */
  id?: string;
}
/** A course and its sections with an external id. */
export interface StatedCourse extends Stated {
  id?: string;
  version?: number;
  sections: StatedSection[];
  /** The names of the other sections, unless they are archived. */
  otherNames: string[];
}
/** The values that files decide. */
export const decidedInCourse = ({ world, sections }: StatedCourse): unknown => [
  world,
  sections.map(({ externalId, world: section }) => [externalId, section]),
];

/** The name of each section is a value of its own. */
const valuesOfCourse = (state: StatedCourse | undefined): Values =>
  Object.fromEntries([
    ...Object.entries(state?.world ?? {}),
    ...(state?.sections ?? []).map(({ externalId, world }) => [
      `section ${externalId}`,
      world?.['name'] ?? null,
    ]),
  ]) as Values;
export const changesInCourse = (before: StatedCourse | undefined, after: StatedCourse): ChangedValue[] =>
  changesOfValues(valuesOfCourse(before), valuesOfCourse(after));

export const overridesInCourse = (before: StatedCourse, after: StatedCourse): string[] => [
  ...overridesBetween(before, after),
  ...before.sections.flatMap((section) => {
    const next = after.sections.find(({ externalId }) => externalId === section.externalId);
    return next && overridesBetween(section, next).length > 0 ? 'section' : [];
  }),
];
