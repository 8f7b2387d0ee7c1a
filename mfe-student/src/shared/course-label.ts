import type { Course } from '@qr-attendance/contracts';

export const courseLabel = ({ name, code }: Pick<Course, 'name' | 'code'>): string => `${name} (${code})`;
