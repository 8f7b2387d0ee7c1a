import { eventSchema, type Event } from '@qr-attendance/contracts/events';

/** @throws ZodError or SyntaxError if the text is not an event */
export const readEvent = (text: string): Event => eventSchema.parse(JSON.parse(text));
