import { z } from 'zod/mini';

/** `xlsx`: a workbook with at most `MAX_WORKBOOK_ROWS` rows. */
export const fileFormatSchema = z.enum(['csv', 'xlsx']);
export type FileFormat = z.infer<typeof fileFormatSchema>;
export const MAX_WORKBOOK_ROWS = 20_000;
