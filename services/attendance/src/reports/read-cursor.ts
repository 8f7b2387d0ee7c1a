import { decodeCursor, DomainError } from '@qr-attendance/server';
import type { z } from 'zod';

/**
 * Where a page ended, of a cursor given by a client.
 * @throws DomainError (invalid) when it has not the form of those the list gives out
 */
export const readCursor = <Position extends z.ZodTuple>(
  position: Position,
  cursor: string,
): z.output<Position> => {
  const parsed = position.safeParse(decodeCursor(cursor, position.def.items.length));
  if (parsed.success) return parsed.data;
  throw new DomainError('invalid', 'invalid_cursor', 'cursor is not one this list gave out.');
};
