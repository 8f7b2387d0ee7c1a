import type { FreshCode } from '@qr-attendance/contracts';
import { Refused, type Caller } from '@qr-attendance/service-kit';
import { shownUntil } from '../domain/code.ts';
import { isActive, type RefreshInterval } from '../domain/session.ts';
import type { FindOwnSession } from './find-own-session.ts';
import type { RotateCode } from './rotate-code.ts';

interface Deps {
  findOwnSession: FindOwnSession;
  rotateCode: RotateCode;
  clock: () => Date;
}

/** Makes the next code of an active session, and changes how long codes live when asked to. */
export const makeRefreshCode =
  ({ findOwnSession, rotateCode, clock }: Deps) =>
  async (teacher: Caller, id: string, wanted?: RefreshInterval): Promise<FreshCode> => {
    const session = await findOwnSession(teacher, id);
    const now = clock();
    const refreshInterval = wanted ?? session.refreshInterval;
    const rotated = isActive(session, now) ? await rotateCode(session, refreshInterval, now) : undefined;
    if (!rotated) throw new Refused('conflict', 'session_ended', 'This session has ended.');
    const { code, issuedAt } = rotated.currentCode;
    return {
      qrCode: code,
      refreshInterval,
      codeExpiresAt: shownUntil(issuedAt, refreshInterval).toISOString(),
    };
  };
