import { postgresDeadLetters } from '@qr-attendance/messaging';
import type { Logger, Metrics } from '@qr-attendance/observability';
import {
  createInternalClient,
  createQueue,
  createSuspensions,
  readPeppers,
  type readPublicKeys,
} from '@qr-attendance/server';
import { createAttendance } from './core/create-attendance.ts';
import type { Config } from './config.ts';
import type { Pools } from './db/database.ts';
import { createLiveRoster } from './features/live/live-roster.ts';
import { createCountOutcome } from './features/marking/mark-attendance.ts';
import { createLoadMarkFacts } from './features/marking/mark-facts.ts';
import { createPinAttempts, createRenewVerifier } from './features/marking/pin-attempts.ts';
import { createLookups } from './projections/lookups.ts';
import { createOwners } from './core/owners/owners.ts';
import { createProjections } from './projections/projections.ts';
import { readReceiptKeys } from './features/receipts/read-receipt.ts';
import { createExportPace } from './features/reports/export-pace.ts';

export const createStores = (pools: Pools, campusTimeZone: string, wakeRelay?: () => void) => ({
  pool: pools.pool,
  reportPool: pools.reportPool,
  attendance: createAttendance(pools, campusTimeZone, wakeRelay),
  loadMarkFacts: createLoadMarkFacts(pools.pool),
  lookups: createLookups(pools.pool),
  pinAttempts: createPinAttempts(pools.pool),
  projections: createProjections(pools.pool),
});
export type Stores = ReturnType<typeof createStores>;

interface Deps {
  pools: Pools;
  ticketKeys: ReturnType<typeof readPublicKeys>;
  wakeRelay: () => void;
  log: Logger;
  metrics: Metrics;
}

export const createContext = (config: Config, { pools, ticketKeys, wakeRelay, log, metrics }: Deps) => {
  const stores = createStores(pools, config.CAMPUS_TIME_ZONE, wakeRelay);
  const { attendance, lookups, projections } = stores;
  const suspensions = createSuspensions({ load: lookups.refusals, log });
  const client = (upstream: 'auth' | 'course' | 'session', baseUrl: string) =>
    createInternalClient({
      baseUrl,
      internalToken: config.INTERNAL_TOKEN,
      log,
      watch: { metrics, upstream },
    });
  const clients = {
    auth: client('auth', config.AUTH_URL),
    course: client('course', config.COURSE_URL),
    session: client('session', config.SESSION_URL),
  };
  const peppers = readPeppers(config);
  const exportPace = createExportPace();
  return {
    ...stores,
    clock: () => new Date(),
    log,
    peppers,
    renewVerifier: createRenewVerifier(
      peppers,
      createInternalClient({ baseUrl: config.AUTH_URL, internalToken: config.INTERNAL_TOKEN, log }),
      log,
    ),
    publicOrigins: config.PUBLIC_ORIGINS,
    campusTimeZone: config.CAMPUS_TIME_ZONE,
    institutionWords: config.INSTITUTION.words,
    campusNetworks: config.CAMPUS_NETWORKS,
    settings: {
      selfieRetentionDays: config.SELFIE_RETENTION_DAYS,
      markDetailsRetentionDays: config.MARK_DETAILS_RETENTION_DAYS,
      knowsCampusNetworks: config.CAMPUS_NETWORKS.length > 0,
      issuesReceipts: config.RECEIPT_PRIVATE_KEY !== undefined,
    },
    ticketKeys,
    receiptKeys: readReceiptKeys(config.RECEIPT_PRIVATE_KEY, config.RECEIPT_PUBLIC_KEYS),
    owners: createOwners(clients, { ...projections, ...attendance }, lookups),
    auth: clients.auth,
    suspensions,
    deadLetters: postgresDeadLetters(pools.pool),
    liveRoster: createLiveRoster({
      attendance,
      lookups,
      suspensions,
      log,
      metrics,
      maxPerPerson: config.LIVE_STREAMS_PER_PERSON,
    }),
    countOutcome: createCountOutcome(metrics),
    exportPace,
    exportQueue: createQueue('exports'),
    exportMaxMs: config.EXPORT_MAX_SECONDS * 1_000,
    noteMark: exportPace.noteMark,
  };
};
export type Context = ReturnType<typeof createContext>;
