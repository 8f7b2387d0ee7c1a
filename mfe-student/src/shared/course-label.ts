import type { Course } from '@qr-attendance/contracts';

/** A course in a list to choose from: `Algorithms (CS201)`. Specification, section 2. */
export const courseLabel = ({ name, code }: Pick<Course, 'name' | 'code'>): string => `${name} (${code})`;
