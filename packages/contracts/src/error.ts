import { z } from 'zod/mini';

/** The body of every answer that is not a success. `error` is the sentence a person reads. */
export const errorBodySchema = z.object({
  error: z.string(),
  code: z.string(),
  requestId: z.string(),
  details: z.optional(z.record(z.string(), z.unknown())),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
