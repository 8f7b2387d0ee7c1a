import { z } from 'zod/mini';
import { objectIdSchema } from './common.ts';
import { routesOf, type ServiceName } from './route.ts';

export const BEFORE_ALL_ENTRIES = '0'.repeat(24);

/** An entry as it is stored, which may have been written by hand: nothing is certain about its fields. */
const storedEntrySchema = z.object({
  id: z.string(),
  at: z.string(),
  entry: z.record(z.string(), z.unknown()),
});
export type StoredEntry = z.infer<typeof storedEntrySchema>;

/** Lists a page of the entries after an id, for the comparison with the history tree. */
export const defineAuditEntriesRoute = (service: ServiceName) =>
  routesOf(service).get(`/internal/${service}-audit/:after`, {
    summary: 'List entries of the audit log as they are stored',
    access: 'internal',
    grants: 'reads',
    params: z.object({ after: objectIdSchema }),
    answer: z.object({ entries: z.array(storedEntrySchema) }),
  });
