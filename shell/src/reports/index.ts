import { whenIdle } from '../when-idle.ts';

/** Share of page loads that report, as the gateway wrote it into the page; none where it did not. */
const sample = (): number => {
  const told = Number(
    document.querySelector<HTMLMetaElement>('meta[name="browser-reports-sample"]')?.content,
  );
  return Number.isFinite(told) ? told : 0;
};

const start = async (): Promise<void> => {
  try {
    (await import('./start.ts')).startReports(sample());
  } catch {
    // Without reports the app is no worse.
  }
};

/** Has reporting fetched and begun once the page is loaded and has nothing better to do. */
export const startReportsLater = (): void => whenIdle(() => void start());
