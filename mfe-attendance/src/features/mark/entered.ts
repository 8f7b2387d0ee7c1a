import { onSignOut } from '@qr-attendance/web-kit';
import type { Flow } from './flow.ts';

type EnteredValues = Pick<Flow, 'position' | 'selfie' | 'withoutSelfie' | 'pin'>;
interface SessionKey {
  userId: string;
  sessionId: string;
}

let current: (SessionKey & { entered: EnteredValues }) | undefined;

export const enteredValues = {
  keep: (of: SessionKey, { position, selfie, withoutSelfie, pin }: Flow): void => {
    current = { ...of, entered: { position, selfie, withoutSelfie, pin } };
  },
  find: ({ userId, sessionId }: SessionKey): EnteredValues | undefined =>
    current?.userId === userId && current.sessionId === sessionId ? current.entered : undefined,
  forget: (): void => {
    current = undefined;
  },
};

onSignOut(enteredValues.forget);
