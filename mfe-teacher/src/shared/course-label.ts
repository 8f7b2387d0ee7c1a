import type { Course } from '@qr-attendance/contracts';

/** A course in a list to choose from: `CS201 – Algorithms (A)`. */
export const courseLabel = ({ code, name, section }: Course): string =>
  `${code} – ${name}${section ? ` (${section})` : ''}`;
