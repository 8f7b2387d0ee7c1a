import { eventSchema, type Event } from '@qr-attendance/contracts/events';

/** @throws ZodError or SyntaxError when the text is none of our events */
export const readEvent = (text: string): Event => eventSchema.parse(JSON.parse(text));
