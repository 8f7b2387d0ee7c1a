/**
 * Attacks that run only in `npm run test:full`, because each takes long. For each attack, the map names a
 * test of `npm test` that covers the same in the service or gateway alone, in the format of
 * docs/specification.md. All other attacks run in both.
 */
export const FULL_ONLY: ReadonlyMap<string, string> = new Map([
  [
    'a forwarded photo of the code used after its expiry',
    'services/session/test/codes.test.ts › expires by the server',
  ],
  [
    'two forwarded photos of a burst code, sent as a sequence with invented times',
    'services/session/test/judge-sequence.test.ts › is implausible %s',
  ],
  [
    'a sequence of burst codes repeated by a different browser',
    'services/session/test/burst-codes.test.ts › is exchanged for the same ticket as an ordinary scan, with',
  ],
  [
    'a sequence of burst codes signed again by a different browser',
    'services/session/test/burst-codes.test.ts › is rejected if another',
  ],
  [
    'the same position sent by three students without a flag for the teacher',
    'services/attendance/test/trust.test.ts › is flagged if three students share it to the last digit, and',
  ],
  [
    'the room’s position determined from repeated distances',
    'services/attendance/test/trust.test.ts › has a rate limit for distance checks',
  ],
  [
    'a mark with a photo at the start, and an absence during the presence check, without a flag for the teacher',
    'services/attendance/test/presence-check.test.ts › is flagged or late according to the policy',
  ],
  [
    'concurrent guesses of a PIN',
    'services/attendance/test/trust.test.ts › are compared at most five times, however many',
  ],
  [
    'an old selfie sent again in the next session',
    'services/attendance/test/selfies.test.ts › is accepted only once, whoever sends it and whatever',
  ],
  [
    'a used passkey assertion sent again for the next session',
    'services/attendance/test/passkeys.test.ts › rejects a second assertion for the same challenge',
  ],
  [
    'a new passkey assertion for a different session',
    'services/attendance/test/passkeys.test.ts › rejects a challenge of another student or another session',
  ],
  [
    'a new passkey assertion for a different scan of the same session',
    'services/attendance/test/passkeys.test.ts › rejects the challenge of another scan by the same student in',
  ],
  [
    'unlimited guesses of enrollment keys',
    'services/course/test/who-may-enroll.test.ts › cannot be guessed: ten',
  ],
  [
    'an enrollment key blocked for the students of its course by other accounts',
    'services/course/test/who-may-enroll.test.ts › still admits students who know it',
  ],
  [
    'a second account in the name of an absent student without a flag for the teacher',
    'services/attendance/test/risk.test.ts › flags the second account with a name and USN, but not the',
  ],
  [
    'the token of a suspended user',
    'services/course/test/suspension.test.ts › is rejected during a suspension, even by a service that was',
  ],
  [
    'a body so slow that it never arrives',
    'gateway/test/unfinished-bodies.test.ts › gets a 408 if it is too slow, and its connection is closed',
  ],
  [
    'a limit evaded by spelling the scheme of the token differently',
    'gateway/test/known-clients.test.ts › has one rate limit of its own, whatever the case of its Authorization',
  ],
  [
    'dozens of event streams from one address',
    'gateway/test/connections.test.ts › limits the streams of one',
  ],
  ['a log flooded with rejections', 'packages/server/test/sampled-log.test.ts › logs a few lines without'],
  [
    'a live roster that continues after a suspension',
    'services/attendance/test/live-roster.test.ts › ends when its user is suspended',
  ],
  ['a flood of idempotency keys by one account', 'gateway/test/limits.test.ts › limit one client without'],
  [
    'hundreds of abandoned sign-ins whose passwords are hashed',
    'services/auth/test/sign-in-queue.test.ts › are dropped before their passwords are hashed',
  ],
  [
    'a teacher locked out of the lecture hall’s PC by a student’s guesses',
    'services/auth/test/sign-in-link.test.ts › signs a teacher in on a computer where the account is locked',
  ],
  [
    'scans of a hall without sign-ins blocked by one laptop’s wrong codes',
    'gateway/test/limits.test.ts › accept a correct scan after its delay, however many wrong codes',
  ],
  [
    'a limit on wrong codes evaded by spelling the path differently',
    'gateway/test/limits.test.ts › delay only scans that are sent before the sign-in (%s)',
  ],
  [
    'enrollment requests to all teachers at once',
    'services/course/test/enrollment-requests.test.ts › is limited in number per student',
  ],
  [
    'sign-ins of unknown browsers blocked by malformed sign-ins and registrations',
    'gateway/test/known-clients.test.ts › does not count sign-ins that were queued, malformed',
  ],
  [
    'a link delayed by a flood of emails to existing accounts',
    'services/auth/test/email-delivery.test.ts › many emails from one sender do not delay those from others',
  ],
  [
    'a file that changes everything, applied without confirming how much',
    'services/course/test/imports.test.ts › requires the number of changes to be confirmed if it exceeds',
  ],
  [
    'one password tried with 120 accounts',
    'services/auth/test/sign-in-lock.test.ts › is checked for only a few of them, even if they are tried',
  ],
]);
