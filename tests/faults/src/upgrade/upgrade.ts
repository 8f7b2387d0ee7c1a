import { setTimeout as pause } from 'node:timers/promises';
import { markByPhone, scanByPhone, type Outcome } from '../campus/phone.ts';
import type { Cluster } from '../cluster/start-cluster.ts';
import type { Fault } from '../faults/fault.ts';
import { openLivePage, type LivePage } from './live-page.ts';
import { openPages } from './open-pages.ts';
import { staySignedIn } from './signed-in.ts';

const PEOPLE = 20;
const SIDE_BY_SIDE_MS = 1_500;
const SHOWN_WITHIN_MS = 20_000;

const roll = async (
  cluster: Cluster,
  send: (step: number, steps: number) => Promise<Outcome[]>,
): Promise<Outcome[]> => {
  const steps = cluster.names.length + 1;
  await cluster.migrate();
  const outcomes = await send(0, steps);
  for (const [index, name] of cluster.names.entries()) {
    await cluster.replace(name);
    await pause(SIDE_BY_SIDE_MS);
    outcomes.push(...(await send(index + 1, steps)));
  }
  return outcomes;
};

const findMissing = (pages: LivePage[], history: Outcome[]): string[] =>
  pages.flatMap(({ session, shown }) => {
    const marks = history.filter((one) => one.session.id === session.id && one.result === 'acknowledged');
    const missing = marks.filter(({ student }) => !shown.has(student.id)).length;
    return missing === 0 ? [] : [`${missing} of ${marks.length} marks are missing on a teacher's live page`];
  });

/**
 * The rollout of this release: processes of the previous release run on the migrated databases beside
 * processes of this release, and are replaced one after another, including gateways and browser apps. People
 * stay signed in, teachers' pages stay live, and earlier scans and marks stored in real browsers are
 * accepted. The cluster must start with the previous release.
 */
export const upgrade: Fault = {
  name: 'rolling upgrade from the release before',
  alone: 'release before',
  streamSeconds: 60,
  waitingShare: 0.3,
  strike: async (cluster, { campus, waiting }) => {
    const { url } = cluster;
    const browser = await openPages(url, waiting);
    const pages = campus.sessions.map((session) => openLivePage(url, session));
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => staySignedIn(url)));
    const scanned = await Promise.all(
      browser.left.map(async (planned) => ({ planned, ticket: await scanByPhone(url, planned) })),
    );
    const outcomes = await roll(cluster, (step, steps) => {
      const due = scanned.filter((_one, index) => index % steps === step);
      return Promise.all(due.map(({ planned, ticket }) => markByPhone(url, planned, ticket)));
    });
    const inBrowsers = await browser.goOnline();
    const ends = await Promise.all(people.map((person) => person.stop()));
    const renewals = people.map((person) => person.renewals());
    return {
      outcomes: [...outcomes, ...inBrowsers.outcomes],
      check: async (history) => {
        const inBrowser = await inBrowsers.check();
        const until = Date.now() + SHOWN_WITHIN_MS;
        while (findMissing(pages, history).length > 0 && Date.now() < until) await pause(200);
        const missing = findMissing(pages, history);
        await Promise.all(pages.map((page) => page.close()));
        return [
          ...ends.flatMap((end) => end ?? []),
          ...missing,
          ...inBrowser,
          // Without an interrupted stream and a renewal, the test would prove nothing.
          ...(pages.some(({ openings }) => openings() < 2) ? ['a stream outlived the release before'] : []),
          ...(Math.min(...renewals) < 2 ? ['somebody did not renew while processes were replaced'] : []),
        ];
      },
    };
  },
};
