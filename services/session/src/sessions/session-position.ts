import { momentSchema, objectIdSchema } from '@qr-attendance/contracts';
import { decodeCursor, DomainError } from '@qr-attendance/server';
import { z } from 'zod';
import type { SessionPosition } from './rules/session.ts';

const positionSchema = z.tuple([
  z.pipe(
    momentSchema,
    z.transform((text) => new Date(text)),
  ),
  objectIdSchema,
]);

export const writePosition = ({ startTime, id }: SessionPosition) => [startTime.toISOString(), id] as const;

/** @throws DomainError (invalid) when the cursor is none of this list's. */
export const readPosition = (cursor: string | undefined): SessionPosition | undefined => {
  if (cursor === undefined) return undefined;
  const parsed = positionSchema.safeParse(decodeCursor(cursor, 2));
  if (parsed.success) return { startTime: parsed.data[0], id: parsed.data[1] };
  throw new DomainError('invalid', 'invalid_cursor', 'cursor is not one this list gave out.');
};
