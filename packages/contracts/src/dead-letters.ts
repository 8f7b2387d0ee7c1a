import { z } from 'zod/mini';
import { eventSchema } from './events/event.ts';
import { routesOf, type ServiceName } from './route.ts';

export const deadLetterSchema = z.object({
  id: z.string(),
  event: z.optional(eventSchema),
  /** The raw message if it is not a valid event. */
  raw: z.optional(z.string()),
  reason: z.string(),
  attempts: z.int(),
  /**
   * The topic from which the event was first received; partition and offset only on buses that have partitions and
   * offsets.
   */
  origin: z.object({
    topic: z.string(),
    partition: z.optional(z.int()),
    offset: z.optional(z.string()),
  }),
});
export type DeadLetter = z.infer<typeof deadLetterSchema>;

export const DEAD_LETTER_PAGE = 20;
const idSchema = z.string().check(z.minLength(1), z.maxLength(300));
const idsSchema = z.array(idSchema).check(z.minLength(1), z.maxLength(DEAD_LETTER_PAGE));
const cursorSchema = z.string().check(z.maxLength(400));

export const deadLetterPageSchema = z.object({
  letters: z.array(deadLetterSchema),
  next: z.optional(z.string()),
});
export type DeadLetterPage = z.infer<typeof deadLetterPageSchema>;

export const redrivenSchema = z.object({
  /** Events that were handled and removed from the list. */
  redriven: z.int(),
  /** Events that failed again and are kept with the new reason. */
  failed: z.int(),
  next: z.optional(z.string()),
});
export type RedriveResult = z.infer<typeof redrivenSchema>;

const define = (service: ServiceName) => {
  const { get, post } = routesOf(service);
  return {
    list: get('/internal/dead-letters', {
      summary: 'List dead letters',
      access: 'internal',
      grants: 'reads',
      query: z.object({ after: z.optional(cursorSchema) }),
      answer: deadLetterPageSchema,
    }),
    redrive: post('/internal/dead-letters/redrive', {
      summary: 'Redrive a page of dead letters, or selected ones',
      access: 'internal',
      grants: 'changesOwn',
      body: z.object({ ids: z.optional(idsSchema), after: z.optional(cursorSchema) }),
      answer: redrivenSchema,
    }),
    discard: post('/internal/dead-letters/discard', {
      summary: 'Delete dead letters',
      access: 'internal',
      grants: 'destroys',
      body: z.object({ ids: idsSchema }),
      answer: z.object({ discarded: z.int() }),
    }),
  };
};

/** These routes are not part of `routes`, so that pages do not bundle these routes. */
export const deadLetterRoutes = {
  auth: define('auth'),
  course: define('course'),
  session: define('session'),
  attendance: define('attendance'),
} satisfies Record<ServiceName, unknown>;
export type DeadLetterRoutes = (typeof deadLetterRoutes)[ServiceName];
