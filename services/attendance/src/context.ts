import { postgresDeadLetters } from '@qr-attendance/messaging';
import type { Logger, Metrics } from '@qr-attendance/observability';
import {
  createInternalClient,
  createSuspensions,
  readPeppers,
  type readPublicKeys,
} from '@qr-attendance/server';
import type { Pool } from 'pg';
import { createAnalytics } from './analytics/analytics.ts';
import { createAttendance } from './attendance/create-attendance.ts';
import { createListAudit } from './audit/audit-log.ts';
import { createChanges } from './changes-for-student/changes.ts';
import type { Config } from './config.ts';
import { createHistoryProofs } from './history-tree/history-proofs.ts';
import { createHistoryTree } from './history-tree/history-tree.ts';
import { createLiveRoster } from './live/live-roster.ts';
import { createLocationAttempts } from './marking/check-location.ts';
import { createCountOutcome } from './marking/mark-attendance.ts';
import { createLoadMarkFacts } from './marking/mark-facts.ts';
import { createPasskeyChallenges, createPasskeys } from './marking/passkeys.ts';
import { createPinAttempts, createRenewVerifier } from './marking/pins.ts';
import { createSelfies } from './marking/selfies.ts';
import { createPersonalData } from './privacy/personal-data.ts';
import { createLookups } from './projections/lookups.ts';
import { createOwners } from './projections/owners.ts';
import { createProjections } from './projections/projections.ts';
import { readReceiptKeys } from './receipts/receipt-keys.ts';
import { createRefusedPositions } from './refused/elsewhere.ts';
import { createRefusedTries } from './refused/refused-tries.ts';
import { createExportPace } from './reports/export-pace.ts';
import { createLists } from './reports/lists.ts';
import { createReadGrid, createReadReport } from './reports/export-csv.ts';
import { createAssessNext } from './risk/assess-session.ts';
import { createReadFlagRates } from './risk/flag-rates.ts';
import { createReadEvidence } from './review/evidence.ts';
import { createReadHistory } from './review/history.ts';
import { createListRoster } from './roster/read-roster.ts';
import { createCourseGrids } from './students/course-grid.ts';
import { createCourseStudents } from './students/course-student.ts';
import { createListStudentTotals } from './students/student-rates.ts';

export const createStores = (pool: Pool, reportPool: Pool, campusTimeZone: string) => {
  const attendance = createAttendance(pool, reportPool, campusTimeZone);
  return {
    attendance,
    analytics: createAnalytics(pool),
    assessNext: createAssessNext(pool),
    challenges: createPasskeyChallenges(pool),
    changes: createChanges(pool),
    courseGrids: createCourseGrids(pool),
    courseStudents: createCourseStudents(pool),
    evidence: createReadEvidence(pool),
    historyTree: createHistoryTree(pool, attendance.register, reportPool),
    listAudit: createListAudit(pool),
    listRoster: createListRoster(pool),
    lists: createLists(pool),
    listStudentTotals: createListStudentTotals(pool),
    loadMarkFacts: createLoadMarkFacts(pool),
    locationAttempts: createLocationAttempts(pool),
    lookups: createLookups(pool),
    passkeys: createPasskeys(pool),
    personalData: createPersonalData(pool, reportPool),
    pinAttempts: createPinAttempts(pool),
    projections: createProjections(pool),
    proveHistory: createHistoryProofs(pool),
    readFlagRates: createReadFlagRates(pool),
    readHistory: createReadHistory(pool),
    readReport: createReadReport(reportPool),
    readGrid: createReadGrid(reportPool),
    refusedTries: createRefusedTries(pool),
    refusedPositions: createRefusedPositions(pool),
    selfies: createSelfies(pool),
  };
};
export type Stores = ReturnType<typeof createStores>;

interface Deps {
  pool: Pool;
  reportPool: Pool;
  ticketKeys: ReturnType<typeof readPublicKeys>;
  committed: () => void;
  log: Logger;
  metrics: Metrics;
}

export const createContext = (
  config: Config,
  { pool, reportPool, ticketKeys, committed, log, metrics }: Deps,
) => {
  const stores = createStores(pool, reportPool, config.CAMPUS_TIME_ZONE);
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
    records: attendance.records,
    committed,
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
    receiptKeys: readReceiptKeys(config),
    owners: createOwners(clients, { ...projections, ...attendance }, lookups),
    auth: clients.auth,
    suspensions,
    deadLetters: postgresDeadLetters(pool),
    liveRoster: createLiveRoster({
      suspensions,
      findScopes: lookups.findScopesOfSessions,
      findGroups: lookups.groupsIn,
      maxPerPerson: config.LIVE_STREAMS_PER_PERSON,
      records: attendance.records,
      log,
      metrics,
    }),
    countOutcome: createCountOutcome(metrics),
    exportPace,
    exportMaxMs: config.EXPORT_MAX_SECONDS * 1_000,
    noteMark: exportPace.noteMark,
  };
};
export type Context = ReturnType<typeof createContext>;
