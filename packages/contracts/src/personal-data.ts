import { z } from 'zod/mini';
import { openEnum } from './open-enum.ts';
import { routesOf, type ServiceName } from './route.ts';

/** All records of one service about a person, by kind. */
export const personalDataSchema = z.object({
  service: openEnum(z.enum(['auth', 'course', 'session', 'attendance'])),
  exportedAt: z.iso.datetime(),
  records: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});
export type PersonalData = z.infer<typeof personalDataSchema>;

/** Source: GDPR, articles 15 and 20. */
export const definePersonalDataRoute = (service: ServiceName, path: string) =>
  routesOf(service).get(path, {
    summary: 'Export my personal data of this service',
    access: 'signed-in',
    grants: 'reads',
    answer: personalDataSchema,
  });
