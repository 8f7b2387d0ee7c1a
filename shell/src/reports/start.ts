import { onCLS, onFCP, onINP, onLCP, onTTFB, type MetricType } from 'web-vitals';
import { appOfPage, describeError, pageOf } from './describe.ts';
import { takeErrors } from './note-errors.ts';
import { makeSendReports } from './send.ts';

/** One that comes again and again tells nothing new. */
const MOST_ERRORS = 5;

/**
 * Reports errors, and of the share `sample` of page loads the web vitals. The page that vitals are told of is the one
 * that was opened first.
 */
export const startReports = (sample: number): void => {
  if (sample <= 0) return;
  const send = makeSendReports();

  const told = new Set<string>();
  takeErrors((noted) => {
    const report = describeError(noted, location.pathname);
    if (!report || told.has(report.message) || told.size >= MOST_ERRORS) return;
    told.add(report.message);
    send(report);
  });

  if (Math.random() >= sample) return;
  const page = pageOf(location.pathname);
  const report = ({ name, value }: MetricType): void =>
    send({ type: 'vital', app: appOfPage(page), page, name, value });
  for (const watch of [onCLS, onFCP, onINP, onLCP, onTTFB]) watch(report);
};
