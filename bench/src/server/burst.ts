import type { Bench, Findings } from '../bench.ts';
import { burstFates, burstTimes, runBurst, sumOf, type BurstRound } from '../load/hall-burst.ts';
import { showMs } from '../measure/format.ts';
import { cpuTable } from '../measure/cpu-table.ts';
import { percentile } from '../measure/statistics.ts';
import { fillCampus } from '../world/fill-campus.ts';
import { startWorld } from '../world/start-world.ts';

const WINDOW_MS = 10_000;
const P99_MARK_MS = 500;
/** The first goes uncounted: processes are cold. */
const FULL = { students: 1_500, rounds: 5, windowMs: WINDOW_MS };
const SHORT = { students: 60, rounds: 1, windowMs: 1_000 };

const sharesOf = ({ cpu, ms }: BurstRound) =>
  new Map([...cpu].map(([name, spent]) => [name, spent / ms] as const));

const describe = (rounds: BurstRound[], { students, windowMs }: typeof FULL): Findings => {
  const worst = Math.max(...rounds.map(({ mark }) => percentile(mark, 0.99)));
  const lost = sumOf(rounds, (round) => round.lost + round.unanswered);
  const duplicated = sumOf(rounds, (round) => round.duplicated + round.unasked);
  return {
    tables: [burstTimes(rounds, students, windowMs), burstFates(rounds), cpuTable(rounds.map(sharesOf))],
    goals: [
      { goal: 'no mark lost or refused', found: String(lost), met: lost === 0 },
      { goal: 'no mark duplicated', found: String(duplicated), met: duplicated === 0 },
      {
        goal: `p99 of a mark below ${P99_MARK_MS} ms in every round`,
        found: `${showMs(worst)} ms in the worst`,
        met: worst < P99_MARK_MS,
      },
    ],
  };
};

export const burst: Bench = {
  name: 'burst',
  about: 'does a whole hall get its marks when it scans at once?',
  run: async ({ short, tell }) => {
    const size = short ? SHORT : FULL;
    const system = await startWorld();
    try {
      const campus = await fillCampus(system, { students: size.students, courses: 1 }, tell);
      const rounds: BurstRound[] = [];
      for (let round = 0; round <= size.rounds; round++) {
        const found = await runBurst(system, campus, size.windowMs);
        const p99 = showMs(percentile(found.mark, 0.99));
        tell(`${round === 0 ? 'warm-up' : `round ${round}`}: p99 of a mark ${p99} ms`);
        if (round > 0) rounds.push(found);
      }
      await campus.close();
      return describe(rounds, size);
    } finally {
      await system.stop();
    }
  },
};
