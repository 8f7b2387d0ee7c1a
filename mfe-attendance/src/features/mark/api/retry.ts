import { ApiError } from '@qr-attendance/web-kit';

const RETRIES = 2;
const FIRST_PAUSE_MS = 1_000;

/** No answer came, or none from the service itself. */
const mayPass = (error: unknown) => error instanceof ApiError && [0, 502, 503, 504].includes(error.status);

/** For calls that may be repeated: what may pass is tried again, as a full hall shares poor Wi-Fi. */
export const retryWhatMayPass = {
  // Offline is an error to show, not a reason to wait silently.
  networkMode: 'always',
  retry: (failures: number, error: unknown) => failures < RETRIES && mayPass(error),
  retryDelay: (failures: number) => FIRST_PAUSE_MS * 2 ** failures * (0.5 + Math.random()),
} as const;
