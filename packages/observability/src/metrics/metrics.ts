import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { callWithTimeout } from './call-with-timeout.ts';

export interface MetricSpec<Label extends string> {
  name: string;
  help: string;
  labels: readonly Label[];
}
type Labels<Label extends string> = Record<Label, string>;
export interface Sample<Label extends string> {
  labels: Labels<Label>;
  value: number;
}

/**
 * Labels have few values that are known in advance: never a user, a code, a session, or anything a client
 * sent.
 */
export interface Metrics {
  /** The returned function increments the counter by one, or by 0 to create the series. */
  counter: <Label extends string>(spec: MetricSpec<Label>) => (labels: Labels<Label>, times?: 0 | 1) => void;
  histogram: <Label extends string>(
    spec: MetricSpec<Label> & { buckets: number[] },
  ) => (labels: Labels<Label>, value: number) => void;
  /**
   * Adds a source of a gauge, called at each scrape. If a source fails or takes too long, the scrape lacks
   * its values and `metric_source_up` is 0 for it; it is not called again while a call is running.
   */
  gauge: <Label extends string>(
    spec: MetricSpec<Label>,
    ask: () => Sample<Label>[] | Promise<Sample<Label>[]>,
  ) => void;
  watchProcess: () => void;
  /** Returns Prometheus' text format within a few seconds, even if a source hangs. */
  read: () => Promise<{ text: string; contentType: string }>;
}

interface PolledGauge {
  gauge: Gauge;
  hasLabels: boolean;
  sources: (() => Promise<Sample<string>[]>)[];
}

const UP: MetricSpec<'metric'> = {
  name: 'metric_source_up',
  help: 'Whether the source of a metric answered the scrape in time (1) or not (0).',
  labels: ['metric'],
};

export const createMetrics = (service: string): Metrics => {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  const registers = [registry];
  const gaugeOf = ({ name, help, labels }: MetricSpec<string>) =>
    new Gauge({ name, help, labelNames: labels, registers });
  const up = gaugeOf(UP);
  const gauges = new Map<string, PolledGauge>();

  /** Removes the values of sources that no longer report them. */
  const refresh = async ([name, { gauge, hasLabels, sources }]: [string, PolledGauge]): Promise<void> => {
    const answers = await Promise.allSettled(sources.map((ask) => ask()));
    gauge.reset();
    // `reset` sets a gauge without labels to 0, which would be a false value.
    if (!hasLabels) gauge.remove();
    for (const answer of answers)
      if (answer.status === 'fulfilled')
        for (const { labels, value } of answer.value) gauge.set(labels, value);
    const failed = answers.some(({ status }) => status === 'rejected');
    up.set({ metric: name }, failed ? 0 : 1);
  };

  return {
    counter: ({ name, help, labels }) => {
      const counter = new Counter({ name, help, labelNames: labels, registers });
      return (values, times = 1) => counter.inc(values, times);
    },
    histogram: ({ name, help, labels, buckets }) => {
      const histogram = new Histogram({ name, help, labelNames: labels, buckets, registers });
      return (values, value) => histogram.observe(values, value);
    },
    gauge: (spec, ask) => {
      const registered = gauges.get(spec.name) ?? {
        gauge: gaugeOf(spec),
        hasLabels: spec.labels.length > 0,
        sources: [],
      };
      registered.sources.push(callWithTimeout(ask));
      gauges.set(spec.name, registered);
    },
    watchProcess: () => collectDefaultMetrics({ register: registry }),
    read: async () => {
      await Promise.all([...gauges].map(refresh));
      return { text: await registry.metrics(), contentType: registry.contentType };
    },
  };
};
