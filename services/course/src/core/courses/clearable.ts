/** Fields of a course that a change can remove. */
export const clearable = [
  'section',
  'termId',
  'unitId',
  'sessionDefaults',
  'archived',
  'archivedWithTerm',
  'copiedFrom',
  'externalId',
  'enrollmentMode',
  'mayLeave',
  'guests',
  'staff',
  'ownerSince',
] as const;
