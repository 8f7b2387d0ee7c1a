import { IDENTITY_PROVIDER_FILE } from '@qr-attendance/stack';
import { z } from 'zod';

export const DATABASE_PREFIX = 'qr_';

/**
 * Read models copy data that other services own. They are read first and the owners' data last, so no
 * copy in a backup is newer than its original: a replay after the restore then brings every copy up to date.
 */
export const POSTGRES_STORES = {
  auth: { readModels: [] as string[], readModelParts: [] as string[], versionParts: [] as string[] },
  attendance: {
    readModels: ['people', 'student_security', 'courses', 'units', 'members', 'sessions'],
    // The version of a membership, session or person covers these rows, because they are written together.
    readModelParts: ['memberships', 'session_revisions', 'person_aliases'],
    // The version of a record is the sum of these versions; `record_epoch` raises it.
    versionParts: ['decisions', 'disputes', 'records', 'member_counts'],
  },
} as const;
export const MONGO_STORES = {
  course: { readModels: ['people'] },
  session: { readModels: ['people', 'courses', 'terms', 'units', 'enrollments', 'marks'] },
} as const;
export type PostgresStore = keyof typeof POSTGRES_STORES;
export type MongoStore = keyof typeof MONGO_STORES;

export type StoreUrls = Record<PostgresStore | MongoStore, string>;

export const postgresStores = Object.keys(POSTGRES_STORES) as PostgresStore[];
export const mongoStores = Object.keys(MONGO_STORES) as MongoStore[];

const countsSchema = z.record(z.string(), z.number());
const checksumsSchema = z.record(z.string(), z.string());

export const manifestSchema = z.object({
  format: z.literal(1),
  takenAt: z.string(),
  postgres: z.record(
    z.string(),
    z.object({ migrations: z.array(z.string()), tables: countsSchema, checksums: checksumsSchema }),
  ),
  mongodb: z.record(z.string(), z.object({ collections: countsSchema, checksums: checksumsSchema })),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const postgresFile = (store: PostgresStore, table: string): string =>
  `postgres/${store}/${table}.jsonl.gz`;
export const mongoFile = (store: MongoStore, collection: string): string =>
  `mongodb/${store}/${collection}.jsonl.gz`;

export const MANIFEST_FILE = 'manifest.json';
export const SECRETS_FILE = 'secrets.json';
/** Stores the departments and time zone that the operator entered at the first start. */
export const CAMPUS_FILE = 'campus.json';
/** Missing unless somebody has answered the questions about the campus, and unless the demo was started. */
export const OPTIONAL_FILES = [CAMPUS_FILE, IDENTITY_PROVIDER_FILE];

export const countRecords = ({ postgres, mongodb }: Manifest): number =>
  [
    ...Object.values(postgres).map(({ tables }) => tables),
    ...Object.values(mongodb).map(({ collections }) => collections),
  ]
    .flatMap((counts) => Object.values(counts))
    .reduce((sum, count) => sum + count, 0);
