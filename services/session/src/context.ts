import { makePeopleProjection, mongoDeadLetters } from '@qr-attendance/messaging/mongo';
import type { Logger, Metrics } from '@qr-attendance/observability';
import {
  createInternalClient,
  makeSuspensions,
  type readPublicKeys,
  type SigningKey,
} from '@qr-attendance/server';
import type { Connection } from 'mongoose';
import { createCurrentCodes } from './codes/current-codes.ts';
import { institutionPolicyOf, type Config } from './config.ts';
import type { Models } from './db/models.ts';
import { makeExtraTimes } from './extra-time/extra-time.ts';
import { makeInstitution } from './institution/institution.ts';
import { makeCourses, makeEnrollments, makeMarks } from './projections/projections.ts';
import { makeBurstIndex } from './burst-codes/burst-index.ts';
import { makeScanTokens } from './scanning/scan-tokens.ts';
import { makeScanCaches } from './scanning/scan-caches.ts';
import { makeSignTicket } from './scanning/sign-ticket.ts';
import { makeUsedWords } from './scanning/used-words.ts';
import { makeWrongCodes } from './scanning/wrong-codes.ts';
import { makeSessions } from './sessions/sessions.ts';

interface Deps {
  connection: Connection;
  models: Models;
  /** Signs scans made before a sign-in. */
  scanKey: SigningKey;
  /** Verify scans, besides its own. */
  scanKeys: ReturnType<typeof readPublicKeys>;
  /** Signs tickets. */
  ticketKey: SigningKey;
  /** Wakes what publishes the outbox. */
  wakeRelay: () => void;
  log: Logger;
  metrics: Metrics;
}

export const createContext = (
  config: Config,
  { connection, models, scanKey, scanKeys, ticketKey, wakeRelay, log, metrics }: Deps,
) => {
  const clock = () => new Date();
  const owner = (upstream: 'auth' | 'course', baseUrl: string) =>
    createInternalClient({
      baseUrl,
      internalToken: config.INTERNAL_TOKEN,
      log,
      watch: { metrics, upstream },
    });
  const people = makePeopleProjection(models.people);
  const owners = {
    people,
    auth: owner('auth', config.AUTH_URL),
    courses: makeCourses(models.courses),
    courseService: owner('course', config.COURSE_URL),
    enrollments: makeEnrollments(models.enrollments),
  };
  return {
    clock,
    log,
    institutionPolicy: institutionPolicyOf(config),
    graceSeconds: config.CODE_GRACE_SECONDS,
    campusTimeZone: config.CAMPUS_TIME_ZONE,
    opensBeforeMinutes: config.CODE_OPENS_BEFORE_MINUTES,
    openEndedMs: config.OPEN_ENDED_SESSION_HOURS * 3_600_000,
    sessions: makeSessions(models.sessions, wakeRelay, clock),
    institution: makeInstitution(models.institution),
    currentCodes: createCurrentCodes(config.CODE_GRACE_SECONDS),
    burstIndex: makeBurstIndex(),
    ...owners,
    marks: makeMarks(models.marks),
    extraTimes: makeExtraTimes(models.extraTimes),
    scanCaches: makeScanCaches(owners),
    scanTokens: makeScanTokens({ signing: scanKey, others: scanKeys }, clock, config.SCAN_LIFETIME_SECONDS),
    signTicket: makeSignTicket(ticketKey, config.TICKET_LIFETIME_SECONDS),
    usedWords: makeUsedWords(models.usedWords, clock),
    wrongCodes: makeWrongCodes(connection, {
      most: config.WRONG_CODES_PER_PERSON,
      windowSeconds: config.WRONG_CODES_WINDOW_SECONDS,
    }),
    suspensions: makeSuspensions({ load: people.refusals, log }),
    deadLetters: mongoDeadLetters(models.deadLetters),
  };
};
export type Context = ReturnType<typeof createContext>;
