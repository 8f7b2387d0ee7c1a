import { whenIdle } from '../when-idle.ts';

const sample = (): number => {
  const sample = Number(
    document.querySelector<HTMLMetaElement>('meta[name="browser-reports-sample"]')?.content,
  );
  return Number.isFinite(sample) ? sample : 0;
};

const start = async (): Promise<void> => {
  try {
    (await import('./start.ts')).startTelemetry(sample());
  } catch {
    // The app works without telemetry.
  }
};

/** Starts once the page has loaded and the browser is idle. */
export const startTelemetryWhenIdle = (): void => whenIdle(() => void start());
