import { z } from 'zod/mini';
import { daySchema, nameSchema, objectIdSchema, userIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { statedSchema } from '../statements.ts';
import { newRoomSchema, roomDetailsSchema } from './room-schemas.ts';
import { MAX_EVERY_WEEKS, timeOfDaySchema, weekdaySchema } from './series-schemas.ts';

export const TIMETABLE_BATCH = 500;

const externalIdSchema = nameSchema(100);
/** The name of a weekly class, unique within its section. */
const classNameSchema = nameSchema(120);

const { name, building, capacity, location } = roomDetailsSchema.shape;
const { radius } = newRoomSchema.shape;
export const roomValuesSchema = z.object({
  /** The institution's id. Missing for rooms that no file stated. */
  id: z.optional(externalIdSchema),
  name,
  building,
  capacity,
  location,
  radius,
});
export type RoomValues = z.output<typeof roomValuesSchema>;

/** The fields of a weekly class that a file can set, in campus days and times. */
export const weeklyClassSchema = z.object({
  weekday: weekdaySchema,
  start: timeOfDaySchema,
  end: timeOfDaySchema,
  everyWeeks: z.int().check(z.gte(1), z.lte(MAX_EVERY_WEEKS)),
  firstDay: daySchema,
  lastDay: daySchema,
  roomId: z.optional(objectIdSchema),
});
export type WeeklyClass = z.output<typeof weeklyClassSchema>;

const sectionShape = { courseId: objectIdSchema, sectionId: objectIdSchema };
const changeOf = <Values extends z.ZodMiniType>(values: Values) => ({
  /** The expected current state; the service rejects the write if it differs. */
  before: statedSchema(values),
  after: statedSchema(values),
});
const batchOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.array(item).check(z.minLength(1), z.maxLength(TIMETABLE_BATCH));

export const roomSearchSchema = z.object({
  externalIds: batchOf(externalIdSchema),
  /** Includes rooms that this run, or any run, stated under an earlier id. */
  undoneRun: z.optional(objectIdSchema),
  anyRun: z.optional(z.boolean()),
});
/** In the order of the ids; null for unknown ids. A deleted room has statements without values. */
export const foundRoomsSchema = z.array(
  z.nullable(
    z.extend(statedSchema(roomValuesSchema), {
      id: objectIdSchema,
      /** The institution's current id of the room. */
      externalId: z.optional(z.string()),
    }),
  ),
);
export const roomIdsSchema = z.object({ ids: batchOf(objectIdSchema) });
export const roomChangesSchema = z.object({
  rooms: batchOf(z.object({ externalId: externalIdSchema, ...changeOf(roomValuesSchema) })),
  by: userIdSchema,
});

/** Maximum number of ids of each kind in one request; each may have a hundred weekly classes. */
export const MAX_USES = 100;
const usesSchema = z.array(z.string().check(z.maxLength(100))).check(z.maxLength(MAX_USES));
export const classUseSearchSchema = z.object({
  roomIds: usesSchema,
  teacherIds: usesSchema,
  courseIds: usesSchema,
  /** Excludes series without a class on or after this day. */
  from: daySchema,
});
export const usedClassesSchema = z.array(
  z.object({
    ...weeklyClassSchema.shape,
    /** The first day on which the class has these values. */
    from: z.string(),
    courseId: objectIdSchema,
    teacherId: userIdSchema,
    /** An empty list means all sections of the course. */
    sectionIds: z.array(z.string()),
    /** The section and name of an imported class. */
    importKey: z.optional(z.string()),
  }),
);
export type UsedClass = z.output<typeof usedClassesSchema>[number];

export const classSearchSchema = z.object({ sections: batchOf(z.object(sectionShape)) });
/** An ended or deleted class has statements without values. */
export const foundClassesSchema = z.array(
  z.extend(statedSchema(weeklyClassSchema), { ...sectionShape, name: classNameSchema }),
);
export const classChangesSchema = z.object({
  classes: batchOf(z.object({ ...sectionShape, name: classNameSchema, ...changeOf(weeklyClassSchema) })),
  by: userIdSchema,
  /**
   * The changes undo statements. Classes that people have changed are rejected and kept, including changes of
   * future dates.
   */
  undo: z._default(z.boolean(), false),
});

export const sectionMoveSchema = z.object({
  sectionId: objectIdSchema,
  from: objectIdSchema,
  to: objectIdSchema,
  /** The previous course has no other section, so classes of the whole course belong to this section. */
  isOnly: z.boolean(),
  by: userIdSchema,
  dryRun: z._default(z.boolean(), false),
});
export type SectionMove = z.output<typeof sectionMoveSchema>;

/**
 * One result per change, in order. `kept`: the class ended, but remains visible in the past, because somebody opened
 * the class, changed it, or decided about one of its marks. `refused`: the object differs from the expected state,
 * something uses it, or the course has too many series.
 */
export const changeResultsSchema = z.array(openEnum(z.enum(['written', 'kept', 'refused'])));
export type ChangeResult = z.output<typeof changeResultsSchema>[number];
