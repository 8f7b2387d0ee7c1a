import { postgresDeadLetters } from '@qr-attendance/messaging';
import type { Logger, Metrics } from '@qr-attendance/observability';
import {
  createInternalClient,
  makeSuspensions,
  readPeppers,
  type readPublicKeys,
} from '@qr-attendance/server';
import type { Pool } from 'pg';
import type { Config } from './config.ts';
import { makeStores } from './db/stores.ts';
import { createLiveRoster } from './live/live-roster.ts';
import { makeCountOutcome } from './marking/mark-attendance.ts';
import { makeRenewVerifier } from './marking/renew-verifier.ts';
import { readReceiptKeys } from './receipts/receipt-keys.ts';
import { makeExportPace } from './reports/export-pace.ts';

interface Deps {
  pool: Pool;
  reportPool: Pool;
  ticketKeys: ReturnType<typeof readPublicKeys>;
  /** Wakes what publishes the outbox. */
  wakeRelay: () => void;
  log: Logger;
  metrics: Metrics;
}

/** What use-cases work with; each takes the part of it that it needs. */
export const createContext = (
  config: Config,
  { pool, reportPool, ticketKeys, wakeRelay, log, metrics }: Deps,
) => {
  const stores = makeStores(pool, reportPool);
  const suspensions = makeSuspensions({ load: stores.people.refusals, log });
  const owner = (upstream: 'auth' | 'course' | 'session', baseUrl: string) =>
    createInternalClient({
      baseUrl,
      internalToken: config.INTERNAL_TOKEN,
      log,
      watch: { metrics, upstream },
    });
  const peppers = readPeppers(config);
  return {
    ...stores,
    clock: () => new Date(),
    log,
    peppers,
    renewVerifier: makeRenewVerifier(
      peppers,
      createInternalClient({ baseUrl: config.AUTH_URL, internalToken: config.INTERNAL_TOKEN, log }),
      log,
    ),
    publicOrigins: config.PUBLIC_ORIGINS,
    campusTimeZone: config.CAMPUS_TIME_ZONE,
    institutionWords: config.INSTITUTION.words,
    campusNetworks: config.CAMPUS_NETWORKS,
    ticketKeys,
    receiptKeys: readReceiptKeys(config),
    /** Services that own what is known here as a projection. */
    owners: {
      auth: owner('auth', config.AUTH_URL),
      course: owner('course', config.COURSE_URL),
      session: owner('session', config.SESSION_URL),
      /** Requests for a session's newest state that are under way, by its id: a whole hall shares one. */
      pendingSessions: new Map<string, Promise<void>>(),
    },
    wakeRelay,
    suspensions,
    deadLetters: postgresDeadLetters(pool),
    liveRoster: createLiveRoster({
      suspensions,
      mostPerPerson: config.LIVE_STREAMS_PER_PERSON,
      loadRecords: stores.records.byIds,
      log,
      metrics,
    }),
    countOutcome: makeCountOutcome(metrics),
    exportPace: makeExportPace(),
    exportMaxMs: config.EXPORT_MAX_SECONDS * 1_000,
  };
};
export type Context = ReturnType<typeof createContext>;
