import { objectIdSchema } from '@qr-attendance/contracts';
import { decodeCursor, DomainError } from '@qr-attendance/server';
import type { CoursePosition } from './rules/course.ts';

/** @throws DomainError (invalid) when the cursor is none of this list's. */
export const readPosition = (cursor: string | undefined): CoursePosition | undefined => {
  if (cursor === undefined) return undefined;
  const [code = '', id] = decodeCursor(cursor, 2);
  const parsed = objectIdSchema.safeParse(id);
  if (parsed.success) return { code, id: parsed.data };
  throw new DomainError('invalid', 'invalid_cursor', 'cursor is not one this list gave out.');
};
