import { LoadingState } from '@qr-attendance/ui-kit';
import { lazy, Suspense } from 'react';
import type { JoinProps } from './join-step.tsx';

const JoinStep = lazy(async () => ({ default: (await import('./join-step.tsx')).JoinStep }));

/** Fetched only where it is needed: most are in the course, and every first mark waits for its scripts. */
export const Join = (props: JoinProps) => (
  <Suspense fallback={<LoadingState />}>
    <JoinStep {...props} />
  </Suspense>
);
