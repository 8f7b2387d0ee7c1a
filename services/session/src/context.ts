import { createPeopleProjection, createPowerNotices, mongoDeadLetters } from '@qr-attendance/messaging/mongo';
import type { Logger, Metrics } from '@qr-attendance/observability';
import {
  createInternalClient,
  createQueue,
  createSuspensions,
  type readPublicKeys,
  type SigningKey,
} from '@qr-attendance/server';
import type { Connection } from 'mongoose';
import { createFeedReads, createFeeds } from './features/calendar/feeds.ts';
import { createCurrentCodes } from './core/codes/current-codes.ts';
import { createAuditLog } from './core/audit/audit-log.ts';
import { powerEventOf } from './core/audit/power-event.ts';
import { institutionPolicyOf, settingsOf, type Config } from './config.ts';
import type { Models } from './db/models.ts';
import { createExtraTimes } from './core/extra-time/extra-time.ts';
import { createInstitution } from './core/institution/institution.ts';
import { createCourses, createEnrollments, createMarks, createTerms } from './projections/projections.ts';
import { createCourseAccess } from './projections/find-courses.ts';
import { createUnits } from './projections/units.ts';
import { createBurstIndex } from './core/codes/burst-index.ts';
import { createRunningSessions } from './core/sessions/running-sessions.ts';
import { createRooms } from './core/rooms/rooms.ts';
import { createScanTokens } from './features/scanning/scan-tokens.ts';
import { createScanCaches } from './features/scanning/scan-caches.ts';
import { createSignTicket } from './features/scanning/sign-ticket.ts';
import { createUsedWords } from './core/codes/used-words.ts';
import { createWrongCodeCounter } from './features/scanning/wrong-codes.ts';
import { createSeriesStore } from './core/series/series.ts';
import { createSessions } from './core/sessions/sessions.ts';

interface Deps {
  connection: Connection;
  models: Models;
  scanKey: SigningKey;
  scanKeys: ReturnType<typeof readPublicKeys>;
  ticketKey: SigningKey;
  /** Functions that wake the relay of a collection after its events were written. */
  wake: Record<'sessions' | 'audit' | 'powerNotices', () => void>;
  log: Logger;
  metrics: Metrics;
}

export const createContext = (
  config: Config,
  { connection, models, scanKey, scanKeys, ticketKey, wake, log, metrics }: Deps,
) => {
  const clock = () => new Date();
  const owner = (upstream: 'auth' | 'course', baseUrl: string) =>
    createInternalClient({
      baseUrl,
      internalToken: config.INTERNAL_TOKEN,
      log,
      watch: { metrics, upstream },
    });
  const people = createPeopleProjection(models.people);
  const owners = {
    people,
    auth: owner('auth', config.AUTH_URL),
    courses: createCourses(models.courses),
    units: createUnits(models.units),
    courseService: owner('course', config.COURSE_URL),
    enrollments: createEnrollments(models.enrollments),
  };
  const staffAccess = createCourseAccess({ ...owners, clock });
  const codes = {
    sessions: createSessions(models.sessions, wake.sessions, clock),
    currentCodes: createCurrentCodes(config.CODE_GRACE_SECONDS),
    burstIndex: createBurstIndex(),
    opensBeforeMinutes: config.CODE_OPENS_BEFORE_MINUTES,
  };
  return {
    clock,
    log,
    staffAccess,
    institutionPolicy: institutionPolicyOf(config),
    settings: settingsOf(config),
    auditLog: createAuditLog(models.audit, clock, wake.audit),
    powerNotices: createPowerNotices({
      model: models.powerNotices,
      eventOf: powerEventOf,
      clock,
      committed: wake.powerNotices,
    }),
    graceSeconds: config.CODE_GRACE_SECONDS,
    campusTimeZone: config.CAMPUS_TIME_ZONE,
    openEndedMs: config.OPEN_ENDED_SESSION_HOURS * 3_600_000,
    ...codes,
    runningSessions: createRunningSessions({ ...codes, clock }),
    institution: createInstitution(models.institution),
    ...owners,
    marks: createMarks(models.marks),
    rooms: createRooms(models.rooms, clock),
    series: createSeriesStore(models.series, clock),
    terms: createTerms(models.terms),
    feeds: createFeeds(models.feeds, clock),
    feedReads: createFeedReads(),
    feedQueue: createQueue('calendar_feeds'),
    seriesHorizonDays: config.SERIES_HORIZON_DAYS,
    extraTimes: createExtraTimes(models.extraTimes, people),
    scanCaches: createScanCaches(owners),
    scanTokens: createScanTokens({ signing: scanKey, others: scanKeys }, clock, config.SCAN_LIFETIME_SECONDS),
    signTicket: createSignTicket(ticketKey, config.TICKET_LIFETIME_SECONDS),
    usedWords: createUsedWords(models.usedWords, clock),
    wrongCodes: createWrongCodeCounter(connection, {
      max: config.WRONG_CODES_PER_PERSON,
      windowSeconds: config.WRONG_CODES_WINDOW_SECONDS,
    }),
    suspensions: createSuspensions({ load: people.refusals, log }),
    deadLetters: mongoDeadLetters(models.deadLetters),
  };
};
export type Context = ReturnType<typeof createContext>;
