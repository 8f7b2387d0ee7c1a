import type { Findings } from '../bench.ts';
import { cpuTable } from '../measure/cpu-table.ts';
import { showMs, showShare } from '../measure/format.ts';
import { atLeast, none, type Goal } from '../measure/goals.ts';
import { percentile } from '../measure/statistics.ts';
import type { Table } from '../measure/table.ts';
import type { Attendance } from './attend.ts';
import type { Morning } from './round.ts';

/** At least this share of the honest students is marked during an attack. */
const HONEST_SHARE = 0.99;

const shareMarked = ({ attendances }: Morning): number =>
  attendances.filter(({ outcome }) => outcome === 'marked').length / attendances.length;
const count = ({ attendances }: Morning, outcome: Attendance['outcome']): number =>
  attendances.filter((one) => one.outcome === outcome).length;
const sum = ({ attendances }: Morning, of: (one: Attendance) => number): number =>
  attendances.reduce((total, one) => total + of(one), 0);

const p99 = ({ attendances }: Morning, signedIn: boolean): number =>
  percentile(
    attendances.filter((one) => one.outcome === 'marked' && one.signedIn === signedIn).map(({ ms }) => ms),
    0.99,
  );
const show = (ms: number): string => (Number.isNaN(ms) ? '–' : showMs(ms));
const showRatio = (ms: number, quiet: number): string =>
  Number.isNaN(ms / quiet) ? '–' : (ms / quiet).toFixed(1);

const marksTable = (mornings: Morning[], students: number): Table => ({
  title: `${students} students behind one address: what became of them`,
  heads: [
    '',
    'marked',
    'signed out',
    'refused',
    'no answer',
    'lost',
    'duplicated',
    'asked to wait',
    'given a place in the queue',
    'it took, s',
  ],
  rows: mornings.map((morning) => [
    morning.plan.name,
    showShareExactly(shareMarked(morning)),
    count(morning, 'signed out'),
    count(morning, 'refused'),
    count(morning, 'no answer'),
    morning.lost,
    morning.duplicated + morning.unasked,
    sum(morning, ({ busy }) => busy),
    sum(morning, ({ queued }) => queued),
    (morning.tookMs / 1_000).toFixed(1),
  ]),
});
const showShareExactly = (share: number): string => `${(share * 100).toFixed(1)} %`;

const timesTable = (mornings: Morning[], quietOf: (morning: Morning) => Morning): Table => ({
  title:
    'From the first request to the mark, p99 (ms), and how many times the quiet morning of the same students',
  heads: ['', 'with a token to renew', 'times quiet', 'who signed in', 'times quiet'],
  rows: mornings.map((morning) => {
    const quiet = quietOf(morning);
    const [renewed, signedIn] = [p99(morning, false), p99(morning, true)];
    return [
      morning.plan.name,
      show(renewed),
      showRatio(renewed, p99(quiet, false)),
      show(signedIn),
      showRatio(signedIn, p99(quiet, true)),
    ];
  }),
});

const showStatuses = (statuses: Map<number, number>): string =>
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, times]) => `${status}: ${times}`)
    .join(', ');

const reasonsTable = (mornings: Morning[]): Table => ({
  title:
    'What ended badly, and how the attacker was answered (by status; 0 is a connection that ended without an answer)',
  heads: ['', 'students', 'attacker'],
  rows: mornings.map((morning) => {
    const reasons = Map.groupBy(
      morning.attendances.flatMap(({ reason }) => (reason === undefined ? [] : [reason])),
      (reason) => reason,
    );
    const summary = [...reasons].map(([reason, all]) => `${reason} × ${all.length}`).join('; ');
    return [morning.plan.name, summary || '–', showStatuses(morning.attacker) || '–'];
  }),
});

const goalsOf = (mornings: Morning[]): Goal[] => {
  const all = (of: (morning: Morning) => number) =>
    mornings.reduce((total, morning) => total + of(morning), 0);
  const attacked = mornings.filter(({ plan }) => plan.attack !== undefined);
  const marked = Math.min(...attacked.map(shareMarked));
  return [
    none(
      'students not marked while nobody attacks',
      all(({ plan, unanswered }) => (plan.attack === undefined ? unanswered : 0)),
    ),
    none(
      'marks lost',
      all(({ lost }) => lost),
    ),
    none(
      'marks duplicated',
      all(({ duplicated, unasked }) => duplicated + unasked),
    ),
    none(
      'students signed out',
      all((morning) => count(morning, 'signed out')),
    ),
    ...(attacked.length > 0
      ? [
          atLeast(
            'students marked while one client attacks, worst attack,',
            [marked],
            HONEST_SHARE,
            showShareExactly,
          ),
        ]
      : []),
  ];
};

export const describeMornings = (mornings: Morning[], students: number): Findings => {
  const quietOf = ({ plan }: Morning): Morning => {
    const quiet = mornings.find(
      (one) => one.plan.attack === undefined && one.plan.signedOutShare === plan.signedOutShare,
    );
    if (!quiet) throw new Error(`no quiet morning stands beside ${plan.name}`);
    return quiet;
  };
  return {
    tables: [
      marksTable(mornings, students),
      timesTable(mornings, quietOf),
      reasonsTable(mornings),
      cpuTable(
        'CPU, of one core',
        mornings.map(({ plan, shares }) => [plan.name, [shares]]),
        showShare,
      ),
    ],
    goals: goalsOf(mornings),
  };
};
