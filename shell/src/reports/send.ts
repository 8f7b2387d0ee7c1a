import { clientTelemetrySchema, routes, type ClientTelemetry } from '@qr-attendance/contracts';

type Report = ClientTelemetry['reports'][number];

const WAIT_MS = 5_000;
/** As many as the contract takes at once. */
const MOST = 20;

/** Survives the end of the page. What can't be sent is lost: a report is never worth a second try. */
const post = (body: Blob): void => {
  const { path } = routes.telemetry.sendTelemetry;
  if (navigator.sendBeacon?.(path, body)) return;
  fetch(path, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(() => undefined);
};

/**
 * Gathers reports and sends them a few seconds after the first, or when the page is left. They pass through the
 * contract, which cleans messages, before they leave the browser.
 */
export const makeSendReports = (): ((report: Report) => void) => {
  let waiting: Report[] = [];
  let timer: number | undefined;
  const flush = (): void => {
    window.clearTimeout(timer);
    timer = undefined;
    const parsed = clientTelemetrySchema.safeParse({ reports: waiting });
    waiting = [];
    if (parsed.success) post(new Blob([JSON.stringify(parsed.data)], { type: 'application/json' }));
  };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush();
  });
  window.addEventListener('pagehide', flush);
  return (report) => {
    waiting.push(report);
    if (waiting.length >= MOST) flush();
    else timer ??= window.setTimeout(flush, WAIT_MS);
  };
};
