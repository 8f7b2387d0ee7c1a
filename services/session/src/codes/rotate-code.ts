import type { Codes } from './codes.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { replacedAcceptedUntil } from './rules/code.ts';
import type { RefreshInterval, Session } from '../sessions/rules/session.ts';
import type { IssueCode } from './issue-code.ts';

interface Deps {
  sessions: Sessions;
  codes: Codes;
  issueCode: IssueCode;
  graceSeconds: number;
}

/**
 * Gives a session its next code; the one before is good only within its grace.
 * @param onlyInPlaceOf replace no other code than this
 * @returns the session with its new code; undefined when it has ended or its code was another
 */
export const makeRotateCode =
  ({ sessions, codes, issueCode, graceSeconds }: Deps) =>
  async (
    session: Session,
    refreshInterval: RefreshInterval,
    now: Date,
    onlyInPlaceOf?: string,
  ): Promise<Session | undefined> => {
    const currentCode = await issueCode(session.id, refreshInterval, now);
    const next = { currentCode, refreshInterval };
    const before = await sessions.replaceCode(session.id, next, now, onlyInPlaceOf);
    if (!before) {
      await codes.remove(currentCode.code);
      return undefined;
    }
    await codes.shorten(before.currentCode.code, replacedAcceptedUntil(now, graceSeconds));
    return { ...before, ...next };
  };
export type RotateCode = ReturnType<typeof makeRotateCode>;
