import { z } from 'zod/mini';
import { openEnum } from './open-enum.ts';
import { defineRoute, type ServiceName } from './route.ts';

/** All that one service keeps about a person, by kind of record. */
export const personalDataSchema = z.object({
  service: openEnum(z.enum(['auth', 'course', 'session', 'attendance'])),
  exportedAt: z.iso.datetime(),
  records: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});
export type PersonalData = z.infer<typeof personalDataSchema>;

/** Gives a person all that a service keeps about them. Source: GDPR, articles 15 and 20. */
export const definePersonalDataRoute = (service: ServiceName, path: string) =>
  defineRoute({
    service,
    method: 'get',
    path,
    summary: 'Export my personal data of this service',
    access: 'signed-in',
    answer: personalDataSchema,
  });
