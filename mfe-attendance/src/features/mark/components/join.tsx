import { LoadingState } from '@qr-attendance/ui-kit';
import { lazy, Suspense } from 'react';
import type { JoinProps } from './join-step.tsx';

const JoinStep = lazy(async () => ({ default: (await import('./join-step.tsx')).JoinStep }));

/** Loaded on demand: most students are in the course, and every first mark waits for its scripts. */
export const Join = (props: JoinProps) => (
  <Suspense fallback={<LoadingState />}>
    <JoinStep {...props} />
  </Suspense>
);
