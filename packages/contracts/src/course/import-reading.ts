import { z } from 'zod/mini';
import { nameSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';

const MAX_CHOSEN = 100;
const MAX_NAME = 40;
const fieldName = z.string().check(z.maxLength(MAX_NAME));
const hasFew = <Value>(values: Record<string, Value>): boolean => Object.keys(values).length <= MAX_CHOSEN;
const FEW = `must have at most ${MAX_CHOSEN} entries`;
const column = z.int().check(z.gte(0), z.lt(100));

/** Whether `03/04/2026` means 3 April or March 4. */
export const dayOrderSchema = z.enum(['DMY', 'MDY']);

export const importChoicesSchema = z.object({
  /** Columns appended to the mapped column, by field; for example, given name and family name. */
  joined: z.optional(
    z.record(fieldName, z.array(column).check(z.minLength(1), z.maxLength(5))).check(z.refine(hasFew, FEW)),
  ),
  /** A value for all lines, for fields without a column. */
  fixed: z.optional(z.record(fieldName, nameSchema(200)).check(z.refine(hasFew, FEW))),
  /** The meaning of each value of a column, by field. The meanings are stored for the next file of this kind. */
  values: z.optional(
    z
      .record(
        fieldName,
        z.record(z.string().check(z.maxLength(MAX_CHOSEN)), fieldName).check(z.refine(hasFew, FEW)),
      )
      .check(z.refine(hasFew, FEW)),
  ),
  /** Required if the file's dates are ambiguous. */
  dayOrder: z.optional(dayOrderSchema),
});

const fileLine = z.object({ line: z.int(), cells: z.array(z.string()) });
export const importSkipReasonSchema = z.enum(['repeated_header', 'total', 'points_possible', 'test_student']);
export const importEncodingSchema = z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'workbook']);

export const importReadingSchema = z.object({
  encoding: openEnum(importEncodingSchema),
  /** The number of the line with the column names. Earlier lines are not imported. */
  headerLine: z.int(),
  /** The first lines of the file, one of which can be chosen as the header. */
  beginning: z.array(fileLine),
  /** Empty lines and totals, which are not imported. */
  skipped: z.object({
    count: z.int(),
    examples: z.array(z.object({ line: z.int(), reason: openEnum(importSkipReasonSchema) })),
  }),
  /** Lines with invisible characters, which are removed. */
  invisible: z.object({
    count: z.int(),
    examples: z.array(z.object({ line: z.int(), characters: z.array(z.string()) })),
  }),
  /** The order of day and month in each column with slashes; null for other columns. */
  days: z.array(z.nullable(openEnum(z.enum(['DMY', 'MDY', 'ambiguous', 'mixed'])))),
  /** The distinct values of each column; null if there are many. */
  values: z.array(z.nullable(z.array(z.string()))),
  /** Names of the workbook's other sheets, which are not imported. */
  otherSheets: z.optional(z.array(z.string())),
});
export type ImportReading = z.output<typeof importReadingSchema>;

export const importHeaderSchema = z.object({ line: z.int().check(z.gte(1), z.lte(1_000)) });
