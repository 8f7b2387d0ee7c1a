import { z } from 'zod';

/** Whether trying again would not help: it is none of our events, or not of the shape that its topic has. */
export const isInvalid = (error: unknown): boolean =>
  error instanceof z.core.$ZodError || error instanceof SyntaxError;
