import { browserReportsSchema, routes, type BrowserReports } from '@qr-attendance/contracts';
import type { Logger, Metrics } from '@qr-attendance/observability';
import { parsePart, DomainError, onlyFor } from '@qr-attendance/server';
import { Router, type Request, type RequestHandler } from 'express';
import { watchBrowsers } from './watch-browsers.ts';

const { sendReports } = routes.reports;

/** A beacon's content type is what the browser makes of it, so the body is JSON whatever it says. */
const readJson = ({ body }: Request): unknown => {
  try {
    return JSON.parse(Buffer.isBuffer(body) ? body.toString('utf8') : '');
  } catch {
    throw new DomainError('invalid', 'invalid_request', 'The report is not JSON.');
  }
};

/**
 * Takes what browsers tell of themselves: errors are counted and logged, web vitals counted. Who sent it is not
 * written down, and what may tell of a person was taken out by the contract. Anyone may send, so anyone may lie.
 */
export const browserReports = ({ log, metrics }: { log: Logger; metrics: Metrics }): RequestHandler => {
  const { countError, observeVital } = watchBrowsers(metrics);
  const tell = (report: BrowserReports['reports'][number]): void => {
    if (report.type === 'vital') {
      observeVital(report);
      return;
    }
    const { app, page, kind, message } = report;
    countError({ app, kind });
    log.warn({ app, page, kind, message }, 'browser error');
  };

  const router = Router();
  router[sendReports.method](sendReports.path, (request, response) => {
    parsePart('body', browserReportsSchema, readJson(request)).reports.forEach(tell);
    response.status(204).end();
  });
  return onlyFor(/^\/api\/reports\/?$/i, router);
};
