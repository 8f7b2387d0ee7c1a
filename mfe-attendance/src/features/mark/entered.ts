import { onSignOut } from '@qr-attendance/web-kit';
import type { Flow } from './flow.ts';

/** The selfie's prompt depends on session and student, so both pictures stay valid with another ticket. */
type EnteredValues = Pick<Flow, 'position' | 'selfie' | 'selfieAfterPrompt' | 'withoutSelfie' | 'pin'>;
interface SessionKey {
  userId: string;
  sessionId: string;
}

let current: (SessionKey & { entered: EnteredValues }) | undefined;

export const enteredValues = {
  keep: (of: SessionKey, { position, selfie, selfieAfterPrompt, withoutSelfie, pin }: Flow): void => {
    current = { ...of, entered: { position, selfie, selfieAfterPrompt, withoutSelfie, pin } };
  },
  find: ({ userId, sessionId }: SessionKey): EnteredValues | undefined =>
    current?.userId === userId && current.sessionId === sessionId ? current.entered : undefined,
  forget: (): void => {
    current = undefined;
  },
};

onSignOut(enteredValues.forget);
