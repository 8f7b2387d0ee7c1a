import { formatMs } from './format.ts';
import { median, percentile } from './statistics.ts';

/**
 * Runs each contestant once per round in alternating order, so that other load and pending database work
 * affect all of them equally. Drops the results of warm-ups. Returns the results by contestant.
 */
export const runAlternating = async <Result>(
  contestants: (() => Promise<Result>)[],
  { rounds, warmUps = 0 }: { rounds: number; warmUps?: number },
  report: (round: string, results: Result[]) => void = () => undefined,
): Promise<Result[][]> => {
  const byContestant: Result[][] = contestants.map(() => []);
  for (let round = 1 - warmUps; round <= rounds; round++) {
    const results: Result[] = [];
    const order = [...contestants.entries()];
    for (const [index, run] of round % 2 === 0 ? order.toReversed() : order) {
      const result = await run();
      results[index] = result;
      if (round > 0) byContestant[index]?.push(result);
    }
    report(round > 0 ? `round ${round}` : 'warm-up', results);
  }
  return byContestant;
};

export const ratiosOf = <Result>(
  ones: Result[],
  others: Result[],
  of: (result: Result) => number,
): number[] => ones.map((one, round) => of(one) / of(others[round] ?? one));

export const TIME_COLUMNS = ['p50', 'p95', 'p99', 'p99 of each round'];
export const timeCells = (rounds: number[][]): string[] => {
  const at = (share: number) => rounds.map((times) => percentile(times, share));
  return [
    ...[0.5, 0.95, 0.99].map((share) => formatMs(median(at(share)))),
    at(0.99).map(formatMs).join(', '),
  ];
};
