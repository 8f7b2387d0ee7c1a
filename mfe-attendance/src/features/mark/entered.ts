import { onSignOut } from '@qr-attendance/web-kit';
import type { Flow } from './flow.ts';

type Entered = Pick<Flow, 'position' | 'selfie' | 'withoutSelfie' | 'pin'>;
interface Of {
  userId: string;
  sessionId: string;
}

let kept: (Of & { entered: Entered }) | undefined;

/** What a student entered and proved for a session whose scan ran out, until it is scanned again; in memory alone. */
export const enteredBefore = {
  keep: (of: Of, { position, selfie, withoutSelfie, pin }: Flow): void => {
    kept = { ...of, entered: { position, selfie, withoutSelfie, pin } };
  },
  find: ({ userId, sessionId }: Of): Entered | undefined =>
    kept?.userId === userId && kept.sessionId === sessionId ? kept.entered : undefined,
  forget: (): void => {
    kept = undefined;
  },
};

onSignOut(enteredBefore.forget);
