/** Every circuit breaker. A test compares `docs/operations/bounds.md` with it. */
export const BREAKERS = {
  upstream: {
    process: 'gateway',
    name: '`auth`, `course`, `session`, `attendance`',
    protects: 'all requests to a service but short ones',
    counts: 'lost connections and time-outs (15 s), except those of costly routes and of clients that left',
  },
  short: {
    process: 'gateway',
    name: '`auth-short`, `session-short`, `attendance-short`, `course-short`',
    protects: 'scans, marks and renewals',
    counts: 'lost connections and time-outs (15 s) of these alone, except of clients that left',
  },
  owner: {
    process: 'every service',
    name: '`auth`, `course`, `session`; `auth-imports`, `session-imports` for imports',
    protects: 'questions to the service that owns a record',
    counts: 'lost connections, time-outs (2 s; imports 30 s) and unexpected answers, except of costly routes',
  },
  passwords: {
    process: 'auth',
    name: '`passwords`',
    protects: 'password hashes',
    counts: 'hashes that take longer than 10 s, without the time in the queue',
  },
  providers: {
    process: 'auth',
    name: '`provider-<id>`',
    protects: 'requests to one identity provider',
    counts: 'lost connections, time-outs (4 s; 10 s of a sign-in) and 5xx answers',
  },
} as const;
export type BreakerKind = keyof typeof BREAKERS;
