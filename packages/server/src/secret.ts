import type { z } from 'zod';

export const secret = <Schema extends z.ZodType>(schema: Schema, description: string): Schema =>
  schema.meta({ description, secret: true });
