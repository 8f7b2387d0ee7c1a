import { z } from 'zod/mini';
import { nameSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';

const MAX_CHOSEN = 100;
const MAX_NAME = 40;
const fieldName = z.string().check(z.maxLength(MAX_NAME));
const hasFew = <Value>(values: Record<string, Value>): boolean => Object.keys(values).length <= MAX_CHOSEN;
const FEW = `must have at most ${MAX_CHOSEN} entries`;
const column = z.int().check(z.gte(0), z.lt(100));

/** Whether `03/04/2026` is in April or in March. */
export const dayOrderSchema = z.enum(['DMY', 'MDY']);

/** How the cells of the file become the values of fields. */
export const importChoicesSchema = z.object({
  /** Columns that follow the one of the mapping, by field: a given and a family name. */
  joined: z.optional(
    z.record(fieldName, z.array(column).check(z.minLength(1), z.maxLength(5))).check(z.refine(hasFew, FEW)),
  ),
  /** A value that all lines have, for fields without a column. */
  fixed: z.optional(z.record(fieldName, nameSchema(200)).check(z.refine(hasFew, FEW))),
  /** The meanings of the values of a column, by field and value. Remembered for the next file of the kind. */
  values: z.optional(
    z
      .record(
        fieldName,
        z.record(z.string().check(z.maxLength(MAX_CHOSEN)), fieldName).check(z.refine(hasFew, FEW)),
      )
      .check(z.refine(hasFew, FEW)),
  ),
  /** Needed if the days of the file do not show it. */
  dayOrder: z.optional(dayOrderSchema),
});

const fileLine = z.object({ line: z.int(), cells: z.array(z.string()) });
export const importSkipReasonSchema = z.enum(['repeated_header', 'total', 'points_possible', 'test_student']);
export const importEncodingSchema = z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'workbook']);

/** The findings of the server when it read the file. */
export const importReadingSchema = z.object({
  encoding: openEnum(importEncodingSchema),
  /** The number of the line with the names of the columns. Lines before it are not imported. */
  headerLine: z.int(),
  /** Lines that can be chosen as the header. */
  beginning: z.array(fileLine),
  /** Lines that are about nobody, and are not imported. */
  skipped: z.object({
    count: z.int(),
    examples: z.array(z.object({ line: z.int(), reason: openEnum(importSkipReasonSchema) })),
  }),
  /** Lines with characters that nobody sees, which are removed. */
  invisible: z.object({
    count: z.int(),
    examples: z.array(z.object({ line: z.int(), characters: z.array(z.string()) })),
  }),
  /** The order of days with slashes in each column: `ambiguous` or `mixed`; null without slashes. */
  days: z.array(z.nullable(openEnum(z.enum(['DMY', 'MDY', 'ambiguous', 'mixed'])))),
  /** The different values of a column; null if there are many. */
  values: z.array(z.nullable(z.array(z.string()))),
  /** Sheets of a workbook other than the first, which are not imported. */
  otherSheets: z.optional(z.array(z.string())),
});
export type ImportReading = z.output<typeof importReadingSchema>;

export const importHeaderSchema = z.object({ line: z.int().check(z.gte(1), z.lte(1_000)) });
