import type { Course } from './course.ts';

type Optional = { [Key in keyof Course]-?: undefined extends Course[Key] ? Key : never }[keyof Course];

export const clearableFields = Object.keys({
  section: true,
  termId: true,
  unitId: true,
  sessionDefaults: true,
  archived: true,
  archivedWithTerm: true,
  copiedFrom: true,
  externalId: true,
  enrollmentMode: true,
  mayLeave: true,
  guests: true,
  staff: true,
  ownerSince: true,
} satisfies Record<Exclude<Optional, 'deleted'>, true>) as Exclude<Optional, 'deleted'>[];
