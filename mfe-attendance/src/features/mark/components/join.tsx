import { LoadingState } from '@qr-attendance/ui-kit';
import { retryableLazy } from '@qr-attendance/web-kit';

/**
 * The component is loaded on demand, because most students are already in the course, and every first mark
 * waits for the scripts.
 */
export const Join = retryableLazy(async () => (await import('./join-step.tsx')).JoinStep, <LoadingState />);
