import type { Findings } from '../bench.ts';
import { cpuTable } from '../measure/cpu-table.ts';
import { formatMs, formatShare } from '../measure/format.ts';
import { atLeast, zeroOf, type Goal } from '../measure/goals.ts';
import { percentile } from '../measure/statistics.ts';
import type { Table } from '../measure/table.ts';
import type { Attendance } from './attend.ts';
import type { Morning } from './round.ts';

/** Minimum share of honest students who are marked during an attack. */
const HONEST_SHARE = 0.99;
const showShareExactly = (share: number): string => `${(share * 100).toFixed(1)} %`;

const count = ({ attendances }: Morning, outcome: Attendance['outcome']): number =>
  attendances.filter((one) => one.outcome === outcome).length;
const shareMarked = (morning: Morning): number => count(morning, 'marked') / morning.attendances.length;
const sum = <Item>(items: Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

const markedAfter = ({ attendances }: Morning, share: number, signedIn: boolean): number =>
  percentile(
    attendances.filter((one) => one.outcome === 'marked' && one.signedIn === signedIn).map(({ ms }) => ms),
    share,
  );
const showTimes = (morning: Morning, quiet: Morning, signedIn: boolean): string => {
  const [p50, p99] = [markedAfter(morning, 0.5, signedIn), markedAfter(morning, 0.99, signedIn)];
  if (Number.isNaN(p99)) return '–';
  return `${formatMs(p50)}, ${formatMs(p99)} (${(p99 / markedAfter(quiet, 0.99, signedIn)).toFixed(1)})`;
};

const quietOf = (mornings: Morning[], { plan }: Morning): Morning => {
  const quiet = mornings.find(
    (one) =>
      one.plan.attack === undefined &&
      one.plan.signedOutShare === plan.signedOutShare &&
      one.plan.areNew === plan.areNew,
  );
  if (!quiet) throw new Error(`no quiet morning stands beside ${plan.name}`);
  return quiet;
};

const marksTable = (mornings: Morning[], students: number): Table => ({
  title: `${students} students behind one address; times are p50 and p99 from the first request to the mark in ms, and how many times the p99 of the quiet morning of the same students`,
  heads: [
    '',
    'marked',
    'signed out',
    'refused',
    'no answer',
    'lost',
    'duplicated',
    'asked to wait',
    'queued',
    'with a token to renew',
    'who signed in',
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
    sum(morning.attendances, ({ busy }) => busy),
    sum(morning.attendances, ({ queued }) => queued),
    ...[false, true].map((signedIn) => showTimes(morning, quietOf(mornings, morning), signedIn)),
    (morning.tookMs / 1_000).toFixed(1),
  ]),
});

const reasonsTable = (mornings: Morning[]): Table => ({
  title:
    'What ended badly, and how the attacker was answered (0 is a connection that ended without an answer)',
  heads: ['', 'students', 'attacker'],
  rows: mornings.map(({ plan, attendances, attacker }) => {
    const reasons = attendances.flatMap(({ reason }) => (reason === undefined ? [] : [reason]));
    const counted = [...Map.groupBy(reasons, (reason) => reason)].map(
      ([reason, all]) => `${reason} × ${all.length}`,
    );
    const answers = [...attacker].map(([status, times]) => `${status}: ${times}`);
    return [plan.name, counted.join('; ') || '–', answers.toSorted().join(', ') || '–'];
  }),
});

/** Steps of students who were marked. */
const stepsTable = (mornings: Morning[]): Table => {
  const names = new Set(
    mornings.flatMap(({ attendances }) => attendances.flatMap(({ steps }) => [...steps.keys()])),
  );
  const show = ({ attendances }: Morning, name: string): string => {
    const times = attendances.flatMap(({ outcome, steps }) => {
      const ms = outcome === 'marked' ? steps.get(name) : undefined;
      return ms === undefined ? [] : [ms];
    });
    return times.length === 0
      ? '–'
      : `${formatMs(percentile(times, 0.5))}, ${formatMs(percentile(times, 0.99))}`;
  };
  return {
    title: 'Time of each step, p50 and p99 in ms',
    heads: ['', ...names],
    rows: mornings.map((morning) => [morning.plan.name, ...[...names].map((name) => show(morning, name))]),
  };
};

const goalsOf = (mornings: Morning[]): Goal[] => {
  const quiet = mornings.filter(({ plan }) => plan.attack === undefined);
  const attacked = mornings.filter(({ plan }) => plan.attack !== undefined);
  const worst = Math.min(...attacked.map(shareMarked));
  const duplicated = sum(mornings, (morning) => morning.duplicated + morning.unasked);
  const signedOut = sum(mornings, (morning) => count(morning, 'signed out'));
  return [
    zeroOf(
      'students not marked while nobody attacks',
      sum(quiet, ({ unanswered }) => unanswered),
    ),
    zeroOf(
      'marks lost',
      sum(mornings, ({ lost }) => lost),
    ),
    zeroOf('marks duplicated', duplicated),
    zeroOf('students signed out', signedOut),
    ...(attacked.length > 0
      ? [atLeast('students marked in the worst attack,', [worst], HONEST_SHARE, showShareExactly)]
      : []),
  ];
};

export const describeMornings = (mornings: Morning[], students: number): Findings => ({
  tables: [
    marksTable(mornings, students),
    reasonsTable(mornings),
    stepsTable(mornings),
    cpuTable(
      'CPU, of one core',
      mornings.map(({ plan, shares }) => [plan.name, [shares]]),
      formatShare,
    ),
  ],
  goals: goalsOf(mornings),
});
