import { seededRandom } from '@qr-attendance/e2e/support/draw-frame';
import { median, percentile } from '../measure/statistics.ts';

const FALSE_ALARMS = 0.01;
const ROUNDS = 1_000;
/** Readings that are judged together where a sequence is. */
export const SEQUENCE = 3;

/** Of all readings a time above this is called relayed: the largest of which honest ones pass in at most one of a hundred. */
const thresholdOf = (honest: number[]): number => percentile(honest, 1 - FALSE_ALARMS);
const shareAbove = (values: number[], threshold: number): number =>
  values.filter((value) => value > threshold).length / values.length;

/** The share of relayed readings found by a threshold that one in a hundred honest readings passes. */
export const detectionRate = (honest: number[], relayed: number[]): number =>
  shareAbove(relayed, thresholdOf(honest));

/** The medians of all sequences of readings that follow each other. */
export const sequenceMedians = (readings: number[]): number[] =>
  readings.slice(SEQUENCE - 1).map((_last, from) => median(readings.slice(from, from + SEQUENCE)));

/** As many values drawn again, whole blocks of neighbors at a time. Source: moving blocks, Künsch 1989. */
const resample = (values: number[], block: number, random: () => number): number[] => {
  const starts = values.length - block + 1;
  const drawn: number[] = [];
  while (drawn.length < values.length) {
    const from = Math.floor(random() * starts);
    drawn.push(...values.slice(from, from + block));
  }
  return drawn.slice(0, values.length);
};

/** As the signal `relayed_late` of the product (docs/presence.md): so far behind the median of the session. */
const SIGNAL = { deviations: 5, atLeastMs: 400 };
/** The median absolute deviation of a normal distribution, as its standard deviation. */
const MAD_TO_SD = 1.4826;

/** The share of readings that the product's signal flags in a session of these others. */
export const flaggedShare = (readings: number[], session: number[]): number => {
  const middle = median(session);
  const mad = median(session.map((value) => Math.abs(value - middle)));
  const { deviations, atLeastMs } = SIGNAL;
  return shareAbove(readings, middle + Math.max(atLeastMs, deviations * MAD_TO_SD * mad));
};

export interface Estimate {
  rate: number;
  /** Bounds of the 95 % interval. */
  low: number;
  high: number;
}

/**
 * The detection rate and its bootstrap interval.
 * @param block readings that are drawn together, as sequences that overlap share some
 */
export const estimateDetection = (
  honest: number[],
  relayed: number[],
  { block, seed }: { block: number; seed: number },
): Estimate => {
  const random = seededRandom(seed);
  const rates = Array.from({ length: ROUNDS }, () =>
    detectionRate(resample(honest, block, random), resample(relayed, block, random)),
  );
  return {
    rate: detectionRate(honest, relayed),
    low: percentile(rates, 0.025),
    high: percentile(rates, 0.975),
  };
};

/** Share of false alarms and of relayed readings found, for each threshold from the highest to the lowest. */
export const rocOf = (honest: number[], relayed: number[]): [falseAlarms: number, found: number][] => {
  const thresholds = [...new Set([...honest, ...relayed])].sort((one, other) => other - one);
  return [
    ...thresholds.map((threshold): [number, number] => [
      shareAbove(honest, threshold),
      shareAbove(relayed, threshold),
    ]),
    [1, 1],
  ];
};
