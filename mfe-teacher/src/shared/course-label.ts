import type { Course } from '@qr-attendance/contracts';

export const courseLabel = ({ code, name, section }: Course): string =>
  `${code} – ${name}${section ? ` (${section})` : ''}`;
