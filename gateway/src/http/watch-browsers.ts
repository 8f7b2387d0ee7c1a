import { apps, type App, type BrowserError, type WebVital } from '@qr-attendance/contracts';
import type { Metrics } from '@qr-attendance/observability';

const KINDS = ['error', 'promise', 'load'] as const satisfies BrowserError['kind'][];
const MS = 1_000;

/** Buckets include the thresholds of web.dev/vitals between good, needs improvement and poor. */
const VITALS = {
  LCP: {
    name: 'web_vitals_lcp_seconds',
    help: 'Largest contentful paint of a page.',
    buckets: [0.5, 1, 1.5, 2, 2.5, 4, 6, 10, 20],
  },
  FCP: {
    name: 'web_vitals_fcp_seconds',
    help: 'First contentful paint of a page.',
    buckets: [0.3, 0.6, 1, 1.8, 3, 5, 10, 20],
  },
  TTFB: {
    name: 'web_vitals_ttfb_seconds',
    help: 'Time to the first byte of a page.',
    buckets: [0.1, 0.2, 0.4, 0.8, 1.8, 3, 6, 10],
  },
  INP: {
    name: 'web_vitals_inp_seconds',
    help: 'Longest interaction to next paint of a page.',
    buckets: [0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 5],
  },
  CLS: {
    name: 'web_vitals_cls',
    help: 'Cumulative layout shift of a page (no unit).',
    buckets: [0.01, 0.05, 0.1, 0.15, 0.25, 0.5, 1],
  },
};

/** Labels have few values, because anyone can send telemetry. */
export const watchBrowsers = (
  metrics: Metrics,
): {
  countError: (labels: { app: App; kind: BrowserError['kind'] }) => void;
  observeVital: (vital: WebVital) => void;
} => {
  const countError = metrics.counter({
    name: 'browser_errors_total',
    help: 'Uncaught errors in browsers.',
    labels: ['app', 'kind'],
  });
  for (const app of apps) for (const kind of KINDS) countError({ app, kind }, 0);

  const histogram = (name: WebVital['name']) =>
    metrics.histogram({ ...VITALS[name], labels: ['app'] as const });
  const observe = {
    LCP: histogram('LCP'),
    FCP: histogram('FCP'),
    TTFB: histogram('TTFB'),
    INP: histogram('INP'),
    CLS: histogram('CLS'),
  };
  return {
    countError,
    observeVital: ({ name, app, value }) => observe[name]({ app }, name === 'CLS' ? value : value / MS),
  };
};
