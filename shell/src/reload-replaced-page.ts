import { APP, CHUNKS, readPageData, type Chunks } from '@qr-attendance/page-start/app';

/** The session storage key of the last release for which the page was reloaded. */
const RELOADED = 'reloaded-release';

/**
 * Uses HEAD, because the service worker answers GET requests for scripts from its cache. False while offline,
 * when a reload would not help.
 */
const isMissing = (script: string): Promise<boolean> =>
  fetch(script, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status === 404,
    () => false,
  );

let checking: Promise<void> | undefined;

const check = async (): Promise<void> => {
  const script = readPageData<Chunks>(CHUNKS)[APP]?.at(-1);
  if (script === undefined || sessionStorage.getItem(RELOADED) === script) return;
  if (!(await isMissing(script))) return;
  sessionStorage.setItem(RELOADED, script);
  location.reload();
};

/**
 * Reloads the page once per release and tab if the server no longer serves its release, because scripts that
 * are not loaded yet are then missing.
 */
export const reloadReplacedPage = (): void => {
  checking ??= check().finally(() => {
    checking = undefined;
  });
};
