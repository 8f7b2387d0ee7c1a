import { clientTelemetrySchema, routes, type ClientTelemetry } from '@qr-attendance/contracts';

type Report = ClientTelemetry['reports'][number];

const WAIT_MS = 5_000;
/** The contract's limit per request. */
const MAX_BATCH = 20;

/** A beacon is sent even if the page is closed. Lost telemetry is not sent again. */
const post = (body: Blob): void => {
  const { path } = routes.telemetry.sendTelemetry;
  if (navigator.sendBeacon?.(path, body)) return;
  fetch(path, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(() => undefined);
};

/**
 * Sends entries a few seconds after the first one, or when the page is left, after cleaning messages with the
 * contract.
 */
export const createTelemetrySender = (): ((report: Report) => void) => {
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
    if (waiting.length >= MAX_BATCH) flush();
    else timer ??= window.setTimeout(flush, WAIT_MS);
  };
};
