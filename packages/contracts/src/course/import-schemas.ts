import { z } from 'zod/mini';
import { momentSchema, nameSchema, namedPersonSchema, objectIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { dayOrderSchema, importChoicesSchema, importReadingSchema } from './import-reading.ts';
import { importOutdatedSchema, importPossibleMatchesSchema } from './import-check-schemas.ts';
import { importCountsSchema, importOutcomeSchema } from './import-outcomes.ts';
import { importFailureSchema, importProblemSchema, importWarningsSchema } from './import-problems.ts';

/** The kinds are in the order in which a university imports its files: later kinds refer to earlier kinds. */
export const importKindSchema = z.enum([
  'units',
  'terms',
  'rooms',
  'people',
  'sections',
  'memberships',
  'staff',
  'timetable',
]);
export type ImportKind = z.infer<typeof importKindSchema>;

interface ImportField {
  name: string;
  required: boolean;
}
const required = <Name extends string>(name: Name) => ({ name, required: true as const });
const optional = <Name extends string>(name: Name) => ({ name, required: false as const });

export const IMPORT_FIELDS = {
  units: [required('id'), optional('parent'), required('kind'), required('name'), optional('previous')],
  terms: [required('id'), required('name'), required('firstDay'), required('lastDay'), optional('previous')],
  rooms: [
    required('id'),
    required('name'),
    optional('building'),
    optional('capacity'),
    optional('latitude'),
    optional('longitude'),
    optional('radius'),
    optional('previous'),
  ],
  people: [
    required('person'),
    required('name'),
    required('email'),
    required('role'),
    optional('usn'),
    optional('registrationNumber'),
    optional('semester'),
    optional('unit'),
    optional('previous'),
  ],
  sections: [
    required('id'),
    optional('section'),
    required('course'),
    required('code'),
    required('name'),
    required('semester'),
    optional('term'),
    optional('unit'),
    optional('previous'),
  ],
  memberships: [
    required('section'),
    required('person'),
    optional('began'),
    optional('ended'),
    optional('term'),
  ],
  staff: [
    required('person'),
    required('role'),
    required('scope'),
    required('scopeId'),
    optional('firstDay'),
    optional('lastDay'),
    optional('term'),
  ],
  timetable: [
    required('section'),
    required('weekday'),
    required('start'),
    required('end'),
    optional('room'),
    optional('firstDay'),
    optional('lastDay'),
    optional('everyWeeks'),
    optional('id'),
    optional('term'),
  ],
} as const satisfies Record<ImportKind, readonly ImportField[]>;
export type ImportFieldName = (typeof IMPORT_FIELDS)[ImportKind][number]['name'];

/** Kinds whose file can be declared complete: whatever it omits ends. */
export const COMPLETE_KINDS = ['memberships', 'timetable'] as const satisfies ImportKind[];
export const asCompleteKind = (kind: string) => COMPLETE_KINDS.find((one) => one === kind);

export const MAX_IMPORT_BYTES = 256 * 1_024 * 1_024;
/** Size in bytes of every part except the last. Encoded as base64, a part fits the largest request body. */
export const MAX_IMPORT_PART_BYTES = 180_000;
export const MAX_IMPORT_COLUMNS = 100;

export const newImportSchema = z.object({
  kind: importKindSchema,
  /** The system that exported the file. Required if several are configured. */
  source: z.optional(nameSchema(30)),
  fileName: nameSchema(200),
  bytes: z.int().check(z.gte(1), z.lte(MAX_IMPORT_BYTES)),
});
export type NewImport = z.output<typeof newImportSchema>;

export const importPartSchema = z.object({
  data: z.base64().check(z.maxLength((MAX_IMPORT_PART_BYTES / 3) * 4)),
});

/** The index of a column of the file by field. */
export const importMappingSchema = z.record(
  z.string().check(z.maxLength(40)),
  z.int().check(z.gte(0), z.lt(MAX_IMPORT_COLUMNS)),
);
export const importPreviewSchema = z.extend(importChoicesSchema, {
  mapping: importMappingSchema,
  /** The import ends everything that the file omits, in the courses that it contains. */
  complete: z._default(z.boolean(), false),
  /** Adds erased people again: all of them, or the people with these institution ids. */
  addErased: z._default(
    z.union([z.boolean(), z.array(nameSchema(100)).check(z.minLength(1), z.maxLength(1_000))]),
    false,
  ),
});
export const importConfirmationSchema = z.object({
  /** Required for unusually large changes: the number of changed and ended rows in the preview. */
  changes: z.optional(z.int()),
  /** Keeps values that people changed since the last file. */
  keepLocalChanges: z.optional(z.boolean()),
  /** The number of the preview that was shown. Required once a preview was outdated. */
  check: z.optional(z.int()),
});

/** `rechecking`: the run was confirmed and computes the preview again; nothing has been written. */
export const importStateSchema = z.enum([
  'uploading',
  'reading',
  'uploaded',
  'previewing',
  'previewed',
  'rechecking',
  'applying',
  'done',
  'stopped',
  'failed',
  'undoing',
  'undone',
]);
export type ImportState = z.infer<typeof importStateSchema>;

export const importRunSchema = z.object({
  _id: objectIdSchema,
  kind: openEnum(importKindSchema),
  source: z.optional(z.string()),
  fileName: z.string(),
  bytes: z.int(),
  parts: z.optional(z.int()),
  state: openEnum(importStateSchema),
  createdBy: namedPersonSchema,
  createdAt: momentSchema,
  /** The run is deleted at this time, with its changes and errors. */
  expiresAt: momentSchema,
  complete: z.boolean(),
  header: z.optional(z.array(z.string())),
  firstLines: z.optional(z.array(z.array(z.string()))),
  mapping: z.optional(z.record(z.string(), z.int())),
  joined: z.optional(z.record(z.string(), z.array(z.int()))),
  fixed: z.optional(z.record(z.string(), z.string())),
  values: z.optional(z.record(z.string(), z.record(z.string(), z.string()))),
  /** The erased people that the preview adds again. */
  addErased: z.optional(z.union([z.boolean(), z.array(z.string())])),
  /** The run contains open lines that are offered again. */
  isOffer: z.optional(z.boolean()),
  dayOrder: z.optional(openEnum(dayOrderSchema)),
  reading: z.optional(importReadingSchema),
  progress: z.optional(z.int()),
  preview: z.optional(importCountsSchema),
  /** The number of the preview, which the confirmation must repeat. */
  check: z.optional(z.int()),
  /** Lines whose outcome changed between the preview and its confirmation. `preview` is the new preview. */
  outdated: z.optional(importOutdatedSchema),
  /** Lines for which an administrator must say whether a withdrawn person is the same person. */
  samePeople: z.optional(importPossibleMatchesSchema),
  applied: z.optional(importCountsSchema),
  /**
   * The number of objects that a complete file omits but that are kept, because unreadable lines may be about these
   * objects.
   */
  notEnded: z.optional(z.int()),
  /** Ended objects that stay visible in the past, because somebody used them. */
  kept: z.optional(z.object({ count: z.int(), examples: z.array(z.string()) })),
  undo: z.optional(
    z.object({
      restored: z.int(),
      /**
       * The number of objects that were kept or ended instead of deleted, because somebody has changed or
       * used them since.
       */
      kept: z.int(),
      keptExamples: z.array(z.string()),
    }),
  ),
  examples: z.optional(
    z.array(
      z.object({
        outcome: openEnum(importOutcomeSchema),
        line: z.int(),
        values: z.array(z.string()),
        /** The key of the object, as `getImportHistory` expects it. */
        key: z.optional(z.string()),
        problem: z.optional(openEnum(importProblemSchema)),
        day: z.optional(z.string()),
        field: z.optional(z.string()),
        /** A known ID that equals the unknown ID plus leading zeros, which spreadsheets drop. */
        meant: z.optional(z.string()),
      }),
    ),
  ),
  /** Lines of the preview with overlapping or very long classes. They are imported. */
  warnings: z.optional(importWarningsSchema),
  /** Lines of the preview that override changes made by people since the last file. */
  overrides: z.optional(
    z.object({
      count: z.int(),
      examples: z.array(z.object({ line: z.int(), fields: z.array(z.string()) })),
    }),
  ),
  /** The number to repeat in the confirmation of an unusually large change. */
  changesToConfirm: z.optional(z.int()),
  failure: z.optional(z.object({ reason: openEnum(importFailureSchema), line: z.optional(z.int()) })),
});
export type ImportRun = z.infer<typeof importRunSchema>;

/** `xlsx`: a workbook with at most `MAX_WORKBOOK_ROWS` rows. */
export const fileFormatSchema = z.enum(['csv', 'xlsx']);
export type FileFormat = z.infer<typeof fileFormatSchema>;
export const MAX_WORKBOOK_ROWS = 20_000;
