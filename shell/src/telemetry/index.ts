import { whenIdle } from '../when-idle.ts';
import { onFirstError } from './record-errors.ts';

const sample = (): number => {
  const sample = Number(
    document.querySelector<HTMLMetaElement>('meta[name="browser-reports-sample"]')?.content,
  );
  return Number.isFinite(sample) ? sample : 0;
};

const start = async (reportsVitals: boolean): Promise<void> => {
  try {
    (await import('./start.ts')).startTelemetry(reportsVitals);
  } catch {
    // The app works without telemetry.
  }
};

/**
 * Starts when the page has loaded and the browser is idle. A page load without sampled web vitals loads
 * telemetry only after its first error.
 */
export const startTelemetryWhenIdle = (): void => {
  const share = sample();
  if (share <= 0) return;
  if (Math.random() < share) whenIdle(() => void start(true));
  else onFirstError(() => whenIdle(() => void start(false)));
};
