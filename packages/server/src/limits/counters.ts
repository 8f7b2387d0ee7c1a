import type { Proof } from './spender.ts';

export interface CounterKind {
  process: string;
  counts: string;
  spentBy: readonly Proof[];
  beyond: string;
}

const GATEWAY = 'gateway';
const WAITS = 'waits its turn';
const REFUSED = '429';
const AS_UNKNOWN = 'counts as an unknown client of the address';

/** Every counter of attempts and requests. A test compares `docs/operations/bounds.md` with it. */
export const COUNTERS = {
  client: {
    process: GATEWAY,
    counts: 'requests of one account',
    spentBy: ['person', 'credential'],
    beyond: REFUSED,
  },
  client_reserved: {
    process: GATEWAY,
    counts: 'scans, marks and renewals of one account',
    spentBy: ['person'],
    beyond: REFUSED,
  },
  trace: {
    process: GATEWAY,
    counts: 'requests that only a cookie or an invalid token attributes to an account',
    spentBy: ['trace'],
    beyond: AS_UNKNOWN,
  },
  trace_reserved: {
    process: GATEWAY,
    counts: 'the same, of scans, marks and renewals',
    spentBy: ['trace'],
    beyond: AS_UNKNOWN,
  },
  address: {
    process: GATEWAY,
    counts: 'other requests of unknown clients',
    spentBy: ['address'],
    beyond: WAITS,
  },
  address_scan: {
    process: GATEWAY,
    counts: 'scans of unknown clients',
    spentBy: ['address'],
    beyond: WAITS,
  },
  address_mark: {
    process: GATEWAY,
    counts: 'marks of unknown clients',
    spentBy: ['address'],
    beyond: WAITS,
  },
  address_renewal: {
    process: GATEWAY,
    counts: 'renewals of unknown clients',
    spentBy: ['address'],
    beyond: WAITS,
  },
  address_sign_in: {
    process: GATEWAY,
    counts: 'sign-ins and registrations of unknown clients',
    spentBy: ['address'],
    beyond: WAITS,
  },
  address_total: {
    process: GATEWAY,
    counts: 'all but scans, marks, renewals, sign-ins',
    spentBy: ['address'],
    beyond: WAITS,
  },
  receipts: { process: GATEWAY, counts: 'receipt checks', spentBy: ['address'], beyond: WAITS },
  telemetry: {
    process: GATEWAY,
    counts: 'client telemetry of an address',
    spentBy: ['address'],
    beyond: REFUSED,
  },
  telemetry_client: {
    process: GATEWAY,
    counts: 'client telemetry of one account',
    spentBy: ['trace'],
    beyond: REFUSED,
  },
  wrong_passwords_address: {
    process: GATEWAY,
    counts: 'wrong passwords of unknown browsers',
    spentBy: ['address'],
    beyond: WAITS,
  },
  wrong_passwords_client: {
    process: GATEWAY,
    counts: "wrong passwords from one account's browsers",
    spentBy: ['trace'],
    beyond: AS_UNKNOWN,
  },
  registration: { process: GATEWAY, counts: 'accounts created', spentBy: ['address'], beyond: WAITS },
  wrong_scans_address: {
    process: GATEWAY,
    counts: 'wrong scans before the sign-in',
    spentBy: ['address'],
    beyond: WAITS,
  },
  wrong_scans_client: {
    process: GATEWAY,
    counts: "wrong scans before the sign-in from one account's browsers",
    spentBy: ['trace'],
    beyond: AS_UNKNOWN,
  },
  refusals: {
    process: GATEWAY,
    counts: 'refusals of one account',
    spentBy: ['person'],
    beyond: 'the account is logged',
  },
  flood_lines: {
    process: GATEWAY,
    counts: 'log lines about accounts that flood',
    spentBy: ['everybody'],
    beyond: 'nothing is logged',
  },
  wrong_codes: {
    process: 'session',
    counts: 'wrong codes of a person',
    spentBy: ['person'],
    beyond: REFUSED,
  },
  calendar_files: {
    process: 'session',
    counts: 'calendar files, on arrival; ten times if one exceeds the limits',
    spentBy: ['person'],
    beyond: REFUSED,
  },
  calendar_feed: {
    process: 'session',
    counts: 'reads of a calendar address',
    spentBy: ['link'],
    beyond: REFUSED,
  },
  wrong_keys: {
    process: 'course',
    counts: 'wrong enrollment keys of a student',
    spentBy: ['person'],
    beyond: REFUSED,
  },
  roster_lines: {
    process: 'course',
    counts: 'lines that a teacher adds or previews',
    spentBy: ['person'],
    beyond: REFUSED,
  },
  nameless_lookups: {
    process: 'course',
    counts: 'numbers without a name, and unknown people, that a teacher adds or previews',
    spentBy: ['person'],
    beyond: REFUSED,
  },
  new_people: {
    process: 'course',
    counts: 'people without an account that a teacher adds',
    spentBy: ['person'],
    beyond: REFUSED,
  },
  staff_lookups: {
    process: 'course',
    counts: 'unknown people that somebody adds to a staff',
    spentBy: ['person'],
    beyond: REFUSED,
  },
  wrong_secrets: {
    process: 'auth',
    counts:
      "wrong passwords of an account: from its owner's browser, an address, and other places; wrong codes",
    spentBy: ['browser', 'address', 'named'],
    beyond: 'pauses of 1 to 15 min there; the browsers of the owner only pause by their own',
  },
  emails: {
    process: 'auth',
    counts: 'emails to an account, requested at an address, and in all',
    spentBy: ['named', 'address', 'everybody'],
    beyond: 'no email, or 429; a quarter is reserved for browsers of the owner',
  },
  taken_numbers: {
    process: 'auth',
    counts: 'answers that somebody has a number, to people who register at an address, and in all',
    spentBy: ['address', 'everybody'],
    beyond: 'people register with any number, without the answer',
  },
} as const satisfies Record<string, CounterKind>;

export type CounterName = keyof typeof COUNTERS;
export type CounterProof<Name extends CounterName> = (typeof COUNTERS)[Name]['spentBy'][number];
