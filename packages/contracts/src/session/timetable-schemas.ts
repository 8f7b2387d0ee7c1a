import { z } from 'zod/mini';
import { daySchema, nameSchema, objectIdSchema, userIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { statedSchema } from '../statements.ts';
import { newRoomSchema, roomDetailsSchema } from './room-schemas.ts';
import { MAX_EVERY_WEEKS, timeOfDaySchema, weekdaySchema } from './series-schemas.ts';

/** Objects of one call of an import. */
export const TIMETABLE_BATCH = 500;

const externalIdSchema = nameSchema(100);
/** Names a weekly class within its section. */
const classNameSchema = nameSchema(120);

const { name, building, capacity, location } = roomDetailsSchema.shape;
const { radius } = newRoomSchema.shape;
/** The facts of a room that a file decides. */
export const roomValuesSchema = z.object({
  /** The institution's id. Missing for a room that no file stated. */
  id: z.optional(externalIdSchema),
  name,
  building,
  capacity,
  location,
  radius,
});
export type RoomValues = z.output<typeof roomValuesSchema>;

/** The facts of a weekly class that a file decides, on campus days and times. */
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
  /** The write is refused if this is no longer true. */
  before: statedSchema(values),
  after: statedSchema(values),
});
const batchOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.array(item).check(z.minLength(1), z.maxLength(TIMETABLE_BATCH));

export const roomSearchSchema = z.object({
  externalIds: batchOf(externalIdSchema),
  /** Finds also the rooms that this run, or any run, stated under ids that they no longer have. */
  undoneRun: z.optional(objectIdSchema),
  anyRun: z.optional(z.boolean()),
});
/** In the order of the ids; null for an unknown one. A room that was deleted has statements without values. */
export const foundRoomsSchema = z.array(
  z.nullable(
    z.extend(statedSchema(roomValuesSchema), {
      id: objectIdSchema,
      /** The institution's id that the room has now. */
      externalId: z.optional(z.string()),
    }),
  ),
);
export const roomIdsSchema = z.object({ ids: batchOf(objectIdSchema) });
export const roomChangesSchema = z.object({
  rooms: batchOf(z.object({ externalId: externalIdSchema, ...changeOf(roomValuesSchema) })),
  by: userIdSchema,
});

/** Ids of each kind in one call; each may have a hundred weekly classes. */
export const MAX_USES = 100;
const usesSchema = z.array(z.string().check(z.maxLength(100))).check(z.maxLength(MAX_USES));
/** Weekly classes in any of these rooms, of these teachers, or of these courses. */
export const classUseSearchSchema = z.object({
  roomIds: usesSchema,
  teacherIds: usesSchema,
  courseIds: usesSchema,
  /** Series that have no class from this day on are left out. */
  from: daySchema,
});
export const usedClassesSchema = z.array(
  z.object({
    ...weeklyClassSchema.shape,
    /** The first day on which the class has these facts. */
    from: z.string(),
    courseId: objectIdSchema,
    teacherId: userIdSchema,
    /** All sections of the course if empty. */
    sectionIds: z.array(z.string()),
    /** The section of an imported class, and its name there. */
    importKey: z.optional(z.string()),
  }),
);
export type UsedClass = z.output<typeof usedClassesSchema>[number];

export const classSearchSchema = z.object({ sections: batchOf(z.object(sectionShape)) });
/** Classes that ended or were deleted have statements without values. */
export const foundClassesSchema = z.array(
  z.extend(statedSchema(weeklyClassSchema), { ...sectionShape, name: classNameSchema }),
);
export const classChangesSchema = z.object({
  classes: batchOf(z.object({ ...sectionShape, name: classNameSchema, ...changeOf(weeklyClassSchema) })),
  by: userIdSchema,
  /** The changes undo statements. Classes that people changed, also on dates to come, are refused and stay as they are. */
  undo: z._default(z.boolean(), false),
});

export const sectionMoveSchema = z.object({
  sectionId: objectIdSchema,
  /** The courses that it leaves and enters. */
  from: objectIdSchema,
  to: objectIdSchema,
  /** The former course has no other section, so classes of the whole course are classes of this section. */
  isOnly: z.boolean(),
  by: userIdSchema,
  /** Only answers whether it can move. */
  dryRun: z._default(z.boolean(), false),
});
export type SectionMove = z.output<typeof sectionMoveSchema>;

/**
 * One per change, in order. `kept`: the class has ended, and its past stays because somebody opened it, changed it or
 * decided about it. `refused`: the object is no longer as it was before, something uses it, or the course has too many
 * series.
 */
export const changeResultsSchema = z.array(openEnum(z.enum(['written', 'kept', 'refused'])));
export type ChangeResult = z.output<typeof changeResultsSchema>[number];
