import type { KeyObject } from 'node:crypto';
import type { OutboxRelay } from '@qr-attendance/messaging';
import type { Logger, Metrics } from '@qr-attendance/observability';
import {
  createInternalClient,
  type InternalClient,
  makeSuspensions,
  readPublicKeys,
  type Suspensions,
} from '@qr-attendance/server';
import type { Pool } from 'pg';
import type { Config } from './config.ts';
import { makeStores, type Stores } from './db/stores.ts';
import { createLiveRoster, type LiveRoster } from './live/live-roster.ts';
import { makeCountOutcome, type CountOutcome } from './marking/mark-attendance.ts';

/** What use-cases work with; each names what it needs of it. */
export interface Context extends Stores {
  /** Services that own what is known here as a projection. */
  owners: Record<'auth' | 'course' | 'session', InternalClient>;
  relay: Pick<OutboxRelay, 'wake'>;
  suspensions: Suspensions;
  liveRoster: LiveRoster;
  countOutcome: CountOutcome;
  ticketKeys: Map<string, KeyObject>;
  pinPepper: string;
  publicOrigins: string[];
  /** Of the campus. */
  timeZone: string;
  log: Logger;
}

interface Connections {
  pool: Pool;
  reportPool: Pool;
  relay: OutboxRelay;
  log: Logger;
  metrics: Metrics;
}

export const makeContext = (
  config: Config,
  { pool, reportPool, relay, log, metrics }: Connections,
): Context => {
  const stores = makeStores(pool, reportPool);
  const suspensions = makeSuspensions({ load: stores.people.refusals, log });
  const owner = (upstream: keyof Context['owners'], baseUrl: string) =>
    createInternalClient({
      baseUrl,
      internalToken: config.INTERNAL_TOKEN,
      log,
      watch: { metrics, upstream },
    });
  return {
    ...stores,
    owners: {
      auth: owner('auth', config.AUTH_URL),
      course: owner('course', config.COURSE_URL),
      session: owner('session', config.SESSION_URL),
    },
    relay,
    suspensions,
    liveRoster: createLiveRoster({
      suspensions,
      mostPerPerson: config.LIVE_STREAMS_PER_PERSON,
      loadRecords: stores.records.byIds,
      log,
      metrics,
    }),
    countOutcome: makeCountOutcome(metrics),
    ticketKeys: readPublicKeys('TICKET_PUBLIC_KEYS', config.TICKET_PUBLIC_KEYS),
    pinPepper: config.PIN_PEPPER,
    publicOrigins: config.PUBLIC_ORIGINS,
    timeZone: config.CAMPUS_TIME_ZONE,
    log,
  };
};
