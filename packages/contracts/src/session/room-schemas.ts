import { z } from 'zod/mini';
import { coordinatesSchema, nameSchema, objectIdSchema, optionalInput } from '../common.ts';
import { statementSourceSchema } from '../statements.ts';
import { MAX_NETWORKS, networkSchema } from './policy.ts';
import { LOCATION_RADIUS, radiusSchema } from './schemas.ts';

export const MAX_CAPACITY = 10_000;

export const newRoomSchema = z.object({
  /** Unique within its building. */
  name: nameSchema(100),
  building: optionalInput(nameSchema(100)),
  capacity: z.optional(z.int().check(z.gte(1), z.lte(MAX_CAPACITY))),
  /** Classes in a room without a location have no fence. */
  location: z.optional(coordinatesSchema),
  radius: z._default(radiusSchema, LOCATION_RADIUS.default),
  /**
   * Marks in this room are accepted only from these networks; if the list is empty, the networks of the course and
   * the institution apply.
   */
  networks: z._default(z.array(networkSchema).check(z.maxLength(MAX_NETWORKS)), []),
  /** The room's id in the institution's own systems. */
  externalId: optionalInput(nameSchema(100)),
});
export type NewRoom = z.output<typeof newRoomSchema>;

export const roomEditSchema = z.object({ ...newRoomSchema.shape, version: z.int().check(z.gte(1)) });
export type RoomEdit = z.output<typeof roomEditSchema>;

export const roomDetailsSchema = z.object({
  name: z.string(),
  building: z.optional(z.string()),
  capacity: z.optional(z.int()),
  location: z.optional(z.object({ latitude: z.number(), longitude: z.number() })),
  radius: z.number(),
  networks: z.array(z.string()),
  externalId: z.optional(z.string()),
} satisfies Record<keyof NewRoom, z.ZodMiniType>);
export type RoomDetails = z.infer<typeof roomDetailsSchema>;

export const roomSchema = z.object({
  _id: objectIdSchema,
  ...roomDetailsSchema.shape,
  version: z.int(),
  /** Missing if no current source states the room. */
  source: z.optional(statementSourceSchema),
});
export type Room = z.infer<typeof roomSchema>;
