import { z } from 'zod/mini';
import { areaNames } from '../areas.ts';
import { cleanMessage, shortMessage } from './clean-message.ts';

export const apps = ['shell', ...areaNames] as const;
export const appSchema = z.enum(apps);
export type App = z.infer<typeof appSchema>;

/**
 * The path pattern of a page, such as `/teacher/courses/:courseId`, because a concrete path may contain a
 * code or an id. `other` is any undeclared path. Codes may consist of two words, so below `/attendance` only
 * a parameter is accepted.
 */
const PAGE = /^(?:\/|(?!\/attendance\/[a-z])(?:\/(?:[a-z]+(?:-[a-z]+)*|:[a-zA-Z]+))+|other)$/;
export const pageSchema = z.string().check(z.maxLength(100), z.regex(PAGE));

/** An uncaught error. Both the page and the gateway clean its message. */
export const browserErrorSchema = z.object({
  type: z.literal('error'),
  app: appSchema,
  page: pageSchema,
  /** `load`: a part of the app could not be fetched; `promise`: an unhandled rejection. */
  kind: z.enum(['error', 'promise', 'load']),
  message: z.pipe(z.string().check(shortMessage()), z.transform(cleanMessage)),
});
export type BrowserError = z.input<typeof browserErrorSchema>;

const vitalOf = <Name extends string>(name: Name, most: number) =>
  z.object({
    type: z.literal('vital'),
    app: appSchema,
    page: pageSchema,
    name: z.literal(name),
    value: z.number().check(z.gte(0), z.lte(most)),
  });
const HOUR_MS = 3_600_000;
/** web.dev/vitals: `CLS` without a unit, the others in milliseconds. */
export const webVitalSchema = z.discriminatedUnion('name', [
  vitalOf('CLS', 100),
  vitalOf('FCP', HOUR_MS),
  vitalOf('INP', HOUR_MS),
  vitalOf('LCP', HOUR_MS),
  vitalOf('TTFB', HOUR_MS),
]);
export type WebVital = z.infer<typeof webVitalSchema>;

/** Contains no personal data. */
export const clientTelemetrySchema = z.object({
  reports: z.array(z.union([browserErrorSchema, webVitalSchema])).check(z.minLength(1), z.maxLength(20)),
});
export type ClientTelemetry = z.input<typeof clientTelemetrySchema>;
