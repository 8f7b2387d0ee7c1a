import { clientTelemetrySchema, routes, type ClientTelemetry } from '@qr-attendance/contracts';
import type { Logger, Metrics } from '@qr-attendance/observability';
import { invalid, parsePart, sampleLog } from '@qr-attendance/server';
import { Router, type Request, type RequestHandler } from 'express';
import { onlyUnder } from './request-path.ts';
import { watchBrowsers } from './watch-browsers.ts';

const { sendTelemetry } = routes.telemetry;

/** Browsers choose the content type of a beacon, so the body is parsed as JSON whatever the header says. */
const readJson = ({ body }: Request): unknown => {
  try {
    return JSON.parse(Buffer.isBuffer(body) ? body.toString('utf8') : '');
  } catch {
    throw invalid('invalid_request', 'The report is not JSON.');
  }
};

/** Errors of an app beyond this limit in one second are only counted, and their number is logged. */
const MAX_LINES_PER_SECOND = 10;

/**
 * Does not record the sender; the contract removes personal data from messages. Anyone can send telemetry, so
 * it must not be trusted.
 */
export const clientTelemetry = ({ log, metrics }: { log: Logger; metrics: Metrics }): RequestHandler => {
  const { countError, observeVital } = watchBrowsers(metrics);
  const sample = sampleLog(log, MAX_LINES_PER_SECOND);
  const record = (report: ClientTelemetry['reports'][number]): void => {
    if (report.type === 'vital') {
      observeVital(report);
      return;
    }
    const { app, page, kind, message } = report;
    countError({ app, kind });
    if (sample(`browser error in ${app}`)) log.warn({ app, page, kind, message }, 'browser error');
  };

  const router = Router();
  router[sendTelemetry.method](sendTelemetry.path, (request, response) => {
    parsePart('body', clientTelemetrySchema, readJson(request)).reports.forEach(record);
    response.status(204).end();
  });
  return onlyUnder([sendTelemetry.path], router);
};
