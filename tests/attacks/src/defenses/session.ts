import { defense, defenseWithin } from './defense.ts';

const codes = () => import('../../../../services/session/src/core/codes/rules/code-lifetime.ts');
const usedWords = () => import('../../../../services/session/src/core/codes/used-words.ts');
const burstSession = () => import('../../../../services/session/src/features/scanning/find-burst-session.ts');
const ticket = () => import('../../../../services/session/src/features/scanning/issue-ticket.ts');

const CODE_EXPIRY = 'codes expire by the server’s clock';
const listedCodes = defense(CODE_EXPIRY, codes, 'isAccepted', () => true);
const replacedCodes = defense(CODE_EXPIRY, codes, 'acceptedCodesOf', (original, source, ...more) => {
  const { currentCode } = source;
  const replaced = currentCode.replaced?.map((code) => ({ ...code, expiresAt: new Date('9999-01-01') }));
  return original({ ...source, currentCode: { ...currentCode, replaced } }, ...more);
});
const codeOfSession = defense(CODE_EXPIRY, codes, 'isAcceptedCode', () => true);
export const codeExpiry = [listedCodes, replacedCodes, codeOfSession];
export const wrongCodeCounter = defenseWithin(
  'wrong codes are counted in the database that all replicas share',
  () => import('../../../../services/session/src/features/scanning/wrong-codes.ts'),
  'createWrongCodeCounter',
  (create, isOff) =>
    (...given) => {
      const wrongCodes = create(...given);
      return { ...wrongCodes, count: async (person) => (isOff() ? 0 : wrongCodes.count(person)) };
    },
);
export const scanBrowser = defense(
  'a scan before the sign-in is bound to the key of the browser that scanned',
  () => import('../../../../services/session/src/features/scanning/scan-tokens.ts'),
  'isBoundTo',
  () => true,
);
export const earlyScanSignature = defense(
  'a scan before the sign-in is signed by the key that it names',
  () => import('../../../../services/session/src/features/scanning/require-signature.ts'),
  'requireSignature',
  () => undefined,
);
export const startCheck = defense(
  'no ticket is issued before the class starts',
  () => import('../../../../services/session/src/features/scanning/rules/require-started.ts'),
  'requireStarted',
  () => undefined,
);
export const signedScans = defense(
  'unsigned scans are rejected if the class requires signatures',
  ticket,
  'issueTicket',
  (original, context, caller, session, scanner, shown) => {
    const policy = { ...session.policy, allowUnsigned: true };
    return original(context, caller, { ...session, policy }, scanner, shown);
  },
);

export const codeSequence = defense(
  'a single code is not sufficient if the projector shows a burst code',
  burstSession,
  'findByBurstCode',
  async (original, context, code) => {
    const session = await original(context, code);
    return session && { ...session, policy: { ...session.policy, burstCodes: false } };
  },
);
export const sequenceOrder = defense(
  'a sequence contains each code once, in the order of the projector',
  () => import('../../../../services/session/src/features/scanning/rules/judge-sequence.ts'),
  'judgeSequence',
  (original, secret, arrival, graceMs) => {
    const sightings = [...new Map(arrival.sightings.map((sighting) => [sighting.code, sighting])).values()];
    return original(secret, { ...arrival, sightings }, graceMs);
  },
);
export const sequenceSignature = defense(
  'a sequence counts only for the key that signed it',
  () => import('../../../../services/session/src/features/scanning/verify-sequence.ts'),
  'verifySequence',
  (original, context, caller, sequence) => original(context, caller, sequence, true),
);
export const wordsPerBrowser = defenseWithin(
  'the words beside a burst code serve one browser',
  usedWords,
  'createUsedWords',
  (create, isOff) =>
    (...given) => {
      const words = create(...given);
      return { ...words, claim: async (claim) => isOff() || words.claim(claim) };
    },
);
export const wordsPerStudent = defenseWithin(
  'a student can use one pair of words per class',
  usedWords,
  'createUsedWords',
  (create, isOff) =>
    (...given) => {
      const words = create(...given);
      return {
        ...words,
        claim: (claim) => words.claim(isOff() ? { ...claim, studentId: claim.words } : claim),
      };
    },
);
export const wordsForStudents = defense(
  'only students of the course can use words',
  ticket,
  'issueTicket',
  async (original, ...given) => ({ ...(await original(...given)), enrolled: undefined }),
);
export const wordsSetting = defense(
  'words are rejected if the teacher switched them off',
  burstSession,
  'findByWords',
  (original, context, studentId, words) => {
    const { sessions } = context;
    const findCached: typeof sessions.findCached = async (id) => {
      const session = await sessions.findCached(id);
      return session && { ...session, policy: { ...session.policy, allowWords: true } };
    };
    return original({ ...context, sessions: { ...sessions, findCached } }, studentId, words);
  },
);
export const presenceCheckPeriod = defense(
  'only scans made during the presence check answer it',
  () => import('../../../../services/session/src/core/sessions/rules/presence-check.ts'),
  'answersPresenceCheck',
  () => true,
);

export const extraTimeTeacher = defenseWithin(
  'only the teacher of the course can give extra time',
  () => import('../../../../services/session/src/projections/find-courses.ts'),
  'createCourseAccess',
  (create, isOff) => (stores) => {
    const access = create(stores);
    return {
      ...access,
      requireOnCourse: async (caller, action, courseId) => {
        const [course] = isOff() ? await stores.courses.findAll([courseId]) : [];
        return course ?? access.requireOnCourse(caller, action, courseId);
      },
    };
  },
);
export const institutionRequirements = defense(
  'no session requires less than the institution',
  () => import('../../../../services/session/src/core/institution/institution.ts'),
  'withFloor',
  (_original, policy) => policy,
);
const CALENDAR_ADDRESS = 'signing out everywhere revokes the calendar address';
const feedDeleted = defenseWithin(
  CALENDAR_ADDRESS,
  () => import('../../../../services/session/src/features/calendar/feeds.ts'),
  'createFeeds',
  (create, isOff) =>
    (...given) => {
      const feeds = create(...given);
      return {
        ...feeds,
        revokeBefore: async (...asked) => (isOff() ? undefined : feeds.revokeBefore(...asked)),
      };
    },
);
const feedRejected = defense(
  CALENDAR_ADDRESS,
  () => import('../../../../services/session/src/features/calendar/feed.ts'),
  'readFeed',
  (original, context, token, signal) => {
    const suspensions = { ...context.suspensions, isSignedOut: () => false };
    return original({ ...context, suspensions }, token, signal);
  },
);
export const calendarAddressRevocation = [feedDeleted, feedRejected];
export const calendarThread = defense(
  'calendar files are read in a thread with limited time and memory',
  () => import('../../../../services/session/src/features/series/read-in-thread.ts'),
  'readInThread',
  async (_original, file) => {
    const { default: readEvents } =
      await import('../../../../services/session/src/features/series/read-events-in-thread.ts');
    return readEvents(file);
  },
);
