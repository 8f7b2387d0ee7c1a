import { z } from 'zod/mini';
import { undisguisedText } from './disguise.ts';

/** UUID, created by the auth service. */
export const userIdSchema = z.uuid();
/** 24 hexadecimal digits, created by the owning service. */
export const objectIdSchema = z.string().check(z.regex(/^[0-9a-f]{24}$/, 'must be 24 hexadecimal digits'));

export const idParams = z.object({ id: objectIdSchema });

/** A person in an answer. `name` is null while the name is unknown. */
export const namedPersonSchema = z.object({ _id: userIdSchema, name: z.nullable(z.string()) });

/** A calendar day, `YYYY-MM-DD`. */
export const daySchema = z.iso.date();
export const momentSchema = z.iso.datetime({ offset: true });

/** C0, DEL and C1 as ranges, because some tools that read the OpenAPI document do not support `\p{Cc}`. */
const CONTROL = '\\u0000-\\u001F\\u007F-\\u009F';
const withoutControl = new RegExp(`^[^${CONTROL}]*$`);

/**
 * Half of a surrogate pair, which PostgreSQL rejects in JSON. Some supported browsers lack `toWellFormed`.
 */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * A trimmed, non-empty text of at most `max` characters without control characters. Half of a surrogate pair
 * is replaced as by `toWellFormed`.
 */
export const textSchema = (max: number) =>
  z.string().check(
    z.overwrite((text) => text.replaceAll(LONE_SURROGATE, '\uFFFD')),
    z.trim(),
    z.minLength(1, 'is required'),
    z.maxLength(max, `must be at most ${max} characters`),
    z.regex(withoutControl, 'must not contain control characters'),
  );

export const nameSchema = (max: number) => textSchema(max).check(undisguisedText());

/**
 * Like `textSchema`, but may be empty, for texts that are searched or compared. PostgreSQL rejects a zero
 * character.
 */
export const plainTextSchema = (max: number) =>
  z
    .string()
    .check(z.trim(), z.maxLength(max), z.regex(withoutControl, 'must not contain control characters'));
export const searchSchema = plainTextSchema(200);

/** A field that a form may leave empty; an empty string counts as undefined. */
export const optionalInput = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.optional(
    z.union([
      z.pipe(
        z.literal(''),
        z.transform(() => undefined),
      ),
      schema,
    ]),
  );

/** Degrees of latitude and longitude, WGS 84. */
export const coordinatesSchema = z.object({
  latitude: z.number().check(z.gte(-90), z.lte(90)),
  longitude: z.number().check(z.gte(-180), z.lte(180)),
});
export type Coordinates = z.infer<typeof coordinatesSchema>;

/** Page size of a list; the `Link: rel="next"` header contains the `cursor` of the next page. */
export const PAGE_SIZE = { default: 100, max: 500 } as const;

export const pageQuerySchema = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(PAGE_SIZE.max)), PAGE_SIZE.default),
  cursor: z.optional(z.string().check(z.maxLength(1_000))),
});

export const searchPageQuerySchema = z.extend(pageQuerySchema, { search: z.optional(searchSchema) });

export const flagQuerySchema = z.pipe(
  z.enum(['true', 'false']),
  z.transform((value) => value === 'true'),
);

/** The auth service checks that the department is in the institution's list. See ./institution.ts. */
export const departmentNameSchema = nameSchema(100);
export const semesterSchema = z.coerce.number().check(z.int(), z.gte(1), z.lte(8));

/** An opaque record id. */
export const givenRecordIdSchema = z.string().check(z.minLength(1), z.maxLength(100));
/** A record id composed of the ids of session and student. */
export const recordIdSchema = z
  .string()
  .check(
    z.regex(
      /^[0-9a-f]{24}-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
      'must be the id of a record',
    ),
  );
