import { onCLS, onFCP, onINP, onLCP, onTTFB, type MetricType } from 'web-vitals';
import { appOf, describeError, pageOf } from './describe-error.ts';
import { subscribeToErrors } from './record-errors.ts';
import { createTelemetrySender } from './send.ts';

/** Repeated errors add no information. */
const MAX_ERRORS = 5;

export const startTelemetry = (reportsVitals: boolean): void => {
  const send = createTelemetrySender();

  const reported = new Set<string>();
  subscribeToErrors((caught) => {
    const report = describeError(caught, location.pathname);
    if (!report || reported.has(report.message) || reported.size >= MAX_ERRORS) return;
    reported.add(report.message);
    send(report);
  });

  if (!reportsVitals) return;
  const { pathname } = location;
  const report = ({ name, value }: MetricType): void =>
    send({ type: 'vital', app: appOf(pathname), page: pageOf(pathname), name, value });
  for (const watch of [onCLS, onFCP, onINP, onLCP, onTTFB]) watch(report);
};
