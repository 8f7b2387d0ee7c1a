import { defense, defenseWithin } from './defense.ts';

const codes = () => import('../../../../services/session/src/core/codes/rules/code-lifetime.ts');
const usedWords = () => import('../../../../services/session/src/core/codes/used-words.ts');
const burstSession = () => import('../../../../services/session/src/features/scanning/find-burst-session.ts');
const ticket = () => import('../../../../services/session/src/features/scanning/issue-ticket.ts');

const CODES_EXPIRE = 'codes expire by the server’s clock';
const listedCodes = defense(CODES_EXPIRE, codes, 'isAccepted', () => true);
const replacedCodes = defense(CODES_EXPIRE, codes, 'acceptedCodesOf', (original, source, ...more) => {
  const { currentCode } = source;
  const replaced = currentCode.replaced?.map((code) => ({ ...code, expiresAt: new Date('9999-01-01') }));
  return original({ ...source, currentCode: { ...currentCode, replaced } }, ...more);
});
const codeOfSession = defense(CODES_EXPIRE, codes, 'isAcceptedCode', () => true);
export const codesExpire = [listedCodes, replacedCodes, codeOfSession];
export const wrongCodesCount = defenseWithin(
  'each wrong code counts, in the database of all replicas',
  () => import('../../../../services/session/src/features/scanning/wrong-codes.ts'),
  'createWrongCodes',
  (create, isOff) =>
    (...given) => {
      const wrongCodes = create(...given);
      return { ...wrongCodes, count: async (person) => (isOff() ? 0 : wrongCodes.count(person)) };
    },
);
export const ownBrowser = defense(
  'what was scanned before the sign-in is bound to the key of the browser that scanned',
  () => import('../../../../services/session/src/features/scanning/scan-tokens.ts'),
  'isBoundTo',
  () => true,
);
export const signedBeforeSignIn = defense(
  'a scan before the sign-in is signed by the key that it names',
  () => import('../../../../services/session/src/features/scanning/require-signature.ts'),
  'requireSignature',
  () => undefined,
);
export const fromTheStart = defense(
  'no ticket is issued before the class starts',
  () => import('../../../../services/session/src/features/scanning/rules/require-started.ts'),
  'requireStarted',
  () => undefined,
);
export const signedScans = defense(
  'a scan that nobody signed is refused where the class wants signatures',
  ticket,
  'issueTicket',
  (original, context, caller, session, scanner, shown) => {
    const policy = { ...session.policy, allowUnsigned: true };
    return original(context, caller, { ...session, policy }, scanner, shown);
  },
);

export const severalCodes = defense(
  'one code is not enough where the projector shows a burst code',
  burstSession,
  'findByBurstCode',
  async (original, context, code) => {
    const session = await original(context, code);
    return session && { ...session, policy: { ...session.policy, burstCodes: false } };
  },
);
export const eachOnce = defense(
  'a sequence has each code once, in the order of the projector',
  () => import('../../../../services/session/src/features/scanning/rules/judge-sequence.ts'),
  'judgeSequence',
  (original, secret, arrival, graceMs) => {
    const sightings = [...new Map(arrival.sightings.map((sighting) => [sighting.code, sighting])).values()];
    return original(secret, { ...arrival, sightings }, graceMs);
  },
);
export const ownSequence = defense(
  'a sequence counts for the key that signed it',
  () => import('../../../../services/session/src/features/scanning/verify-sequence.ts'),
  'verifySequence',
  (original, context, caller, sequence) => original(context, caller, sequence, true),
);
export const wordsOnce = defenseWithin(
  'the words beside a burst code serve one browser',
  usedWords,
  'createUsedWords',
  (create, isOff) =>
    (...given) => {
      const words = create(...given);
      return { ...words, claim: async (claim) => isOff() || words.claim(claim) };
    },
);
export const oneClaimEach = defenseWithin(
  'a student takes one pair of words per class',
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
export const wordsForMembers = defense(
  'only students of the course take words',
  ticket,
  'issueTicket',
  async (original, ...given) => ({ ...(await original(...given)), enrolled: undefined }),
);
export const wordsOff = defense(
  'words count nothing where the teacher switched them off',
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
export const inItsTime = defense(
  'only a scan that was made while the class was asked answers',
  () => import('../../../../services/session/src/core/sessions/rules/presence-check.ts'),
  'answersPresenceCheck',
  () => true,
);

export const ownExtraTime = defenseWithin(
  'extra time is given by the course’s own teacher',
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
export const floorHolds = defense(
  'no session requires less than the institution does',
  () => import('../../../../services/session/src/core/institution/institution.ts'),
  'withFloor',
  (_original, policy) => policy,
);
const FEED_ENDS = 'a calendar address ends with signing out everywhere';
const feedDeleted = defenseWithin(
  FEED_ENDS,
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
  FEED_ENDS,
  () => import('../../../../services/session/src/features/calendar/feed.ts'),
  'readFeed',
  (original, context, token, signal) => {
    const suspensions = { ...context.suspensions, isSignedOut: () => false };
    return original({ ...context, suspensions }, token, signal);
  },
);
export const feedEnds = [feedDeleted, feedRejected];
export const calendarThread = defense(
  'a calendar file is read in a thread with limits of time and memory',
  () => import('../../../../services/session/src/features/series/read-in-thread.ts'),
  'readInThread',
  async (_original, file) => {
    const { default: readEvents } =
      await import('../../../../services/session/src/features/series/read-events-in-thread.ts');
    return readEvents(file);
  },
);
