import type { z } from 'zod';

/**
 * Describes a setting that is a secret.
 * @returns the schema with `description`, and `secret: true` in its metadata (`schema.meta()`)
 */
export const secret = <Schema extends z.ZodType>(schema: Schema, description: string): Schema =>
  schema.meta({ description, secret: true });
