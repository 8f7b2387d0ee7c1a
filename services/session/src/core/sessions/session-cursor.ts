import { momentSchema, objectIdSchema } from '@qr-attendance/contracts';
import { readCursor } from '@qr-attendance/server';
import { z } from 'zod';
import type { SessionPosition } from './rules/session.ts';

const positionSchema = z.tuple([
  z.pipe(
    momentSchema,
    z.transform((text) => new Date(text)),
  ),
  objectIdSchema,
]);

export const readPosition = (cursor: string | undefined): SessionPosition | undefined => {
  const [startTime, id] = readCursor(positionSchema, cursor) ?? [];
  return startTime && id ? { startTime, id } : undefined;
};
export const writePosition = ({ startTime, id }: SessionPosition) => [startTime.toISOString(), id] as const;
