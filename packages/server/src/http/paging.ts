import { parseJson } from '@qr-attendance/contracts';
import type { Response } from 'express';
import type { z } from 'zod';
import { invalid } from '../errors.ts';

export const encodeCursor = (position: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

export const invalidCursorError = () => invalid('invalid_cursor', 'cursor is not one this list gave out.');

const decodeCursor = (cursor: string, parts: number): string[] => {
  const position = parseJson(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (Array.isArray(position) && position.length === parts) return position.map(String);
  throw invalidCursorError();
};

/**
 * Returns the position at which the previous page ended; undefined for the first page.
 * @param positionSchema the fields of a position in this list
 * @throws DomainError (invalid) if the cursor is malformed
 */
export const readCursor = <Position extends z.ZodTuple>(
  positionSchema: Position,
  cursor: string | undefined,
): z.output<Position> | undefined => {
  if (cursor === undefined) return undefined;
  const parsed = positionSchema.safeParse(decodeCursor(cursor, positionSchema.def.items.length));
  if (parsed.success) return parsed.data;
  throw invalidCursorError();
};

/**
 * Truncates a list with up to `limit` + 1 rows to a page, and sets a `Link: <…>; rel="next"` header (RFC
 * 8288).
 */
export const answerPage = <Row>(
  response: Response,
  rows: Row[],
  limit: number,
  positionOf: (row: Row) => readonly (string | number)[],
): Row[] => {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (rows.length > limit && last !== undefined) {
    const next = new URL(response.req.originalUrl, 'http://self');
    next.searchParams.set('cursor', encodeCursor(positionOf(last)));
    response.setHeader('Link', `<${next.pathname}${next.search}>; rel="next"`);
  }
  return page;
};
