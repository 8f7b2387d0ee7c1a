import type { Bench, Findings } from '../bench.ts';
import { showMs } from '../measure/format.ts';
import { median, percentile } from '../measure/statistics.ts';
import { openTerm, type Term } from './open-term.ts';

const FULL = { classes: [3_000, 30_000], warmUp: 20, calls: 200 };
const SHORT = { classes: [240, 960], warmUp: 3, calls: 20 };
const GROWS_AT_MOST = 1.5;
/** A university of 200,000 people. */
const PROJECTED = 360_000;

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

interface Question {
  name: string;
  who: keyof Term['tokens'];
  path: (term: Term) => string;
  /** It does not grow with the institution. */
  personal?: boolean;
}
const week = () => `/api/calendar?from=${day(7)}&to=${day(13)}`;
const questions: Question[] = [
  { name: "a teacher's week", who: 'teacher', path: week, personal: true },
  { name: "a student's week", who: 'student', path: week, personal: true },
  {
    name: "a teacher's classes today",
    who: 'teacher',
    path: () => `/api/calendar?from=${day(0)}&to=${day(0)}`,
    personal: true,
  },
  {
    name: "a teacher's registers not taken",
    who: 'teacher',
    path: () => '/api/sessions?unconfirmed=true',
    personal: true,
  },
  {
    name: "a unit's registers not taken",
    who: 'administrator',
    path: ({ unitId }) => `/api/sessions/registers-not-taken?unitId=${unitId}`,
  },
  {
    name: "the institution's registers not taken",
    who: 'administrator',
    path: () => '/api/sessions/registers-not-taken',
  },
  { name: "the institution's classes today", who: 'administrator', path: () => '/api/sessions/of-units' },
  {
    name: "the institution's overview of today",
    who: 'administrator',
    path: () => '/api/sessions/day-overview',
  },
];

const ask = async (term: Term, { name, who, path }: Question): Promise<number> => {
  const began = performance.now();
  const response = await fetch(term.url + path(term), {
    headers: { authorization: `Bearer ${term.tokens[who]}` },
  });
  const body = await response.text();
  const ms = performance.now() - began;
  if (!response.ok) throw new Error(`${name}: ${response.status} ${body}`);
  return ms;
};

type Asked = { question: Question; times: number[][] }[];

/** Alternates between the terms, one call at a time, so that other load affects both alike. */
const askAll = async (terms: Term[], { warmUp, calls }: typeof FULL): Promise<Asked> => {
  const asked: Asked = questions.map((question) => ({ question, times: terms.map(() => []) }));
  for (const { question, times } of asked)
    for (let call = -warmUp; call < calls; call++)
      for (const [index, term] of terms.entries()) {
        const ms = await ask(term, question);
        if (call >= 0) times[index]?.push(ms);
      }
  return asked;
};

const describe = (terms: Term[], asked: Asked): Findings => {
  const [small, large] = [terms[0], terms.at(-1)];
  if (!small || !large) throw new Error('nothing was measured');
  const p95 = (times: number[] = []) => percentile(times, 0.95);
  const growthOf = (times: number[][]) => median(times.at(-1) ?? []) / median(times[0] ?? []);
  const projected = PROJECTED / large.planned;
  return {
    tables: [
      {
        title: 'planning a term through the API',
        heads: ['classes', 'series', 's', 'classes/s', 'peak memory of the session service, MB'],
        rows: [
          ...terms.map(({ planned, series, seconds, memory }) => [
            ...[planned, series, seconds.toFixed(1), (planned / seconds).toFixed(0), memory().toFixed(0)],
          ]),
          [`${PROJECTED} (projected)`, '', (large.seconds * projected).toFixed(0), '', ''],
        ],
      },
      {
        title: 'p95 (median) in ms, by classes of the term',
        heads: ['asked', ...terms.map(({ planned }) => String(planned)), 'growth of the median'],
        rows: asked.map(({ question, times }) => [
          question.name,
          ...times.map((ofTerm) => `${showMs(p95(ofTerm))} (${showMs(median(ofTerm))})`),
          growthOf(times).toFixed(2),
        ]),
      },
    ],
    goals: asked
      .filter(({ question }) => question.personal)
      .map(({ question, times }) => ({
        goal: `${question.name}: median with ${large.planned} classes at most ${GROWS_AT_MOST} times that with ${small.planned}`,
        found: growthOf(times).toFixed(2),
        met: growthOf(times) <= GROWS_AT_MOST,
      })),
  };
};

export const timetable: Bench = {
  name: 'timetable',
  about: 'how long does it take to plan a term, and do weeks and registers open as fast then?',
  run: async ({ short, log }) => {
    const size = short ? SHORT : FULL;
    const terms: Term[] = [];
    try {
      for (const classes of size.classes) terms.push(await openTerm(classes, log));
      return describe(terms, await askAll(terms, size));
    } finally {
      await Promise.all(terms.map((term) => term.stop()));
    }
  },
};
