import type { Codes } from './codes.ts';
import { acceptedUntil } from './rules/code.ts';
import type { CurrentCode, RefreshInterval } from '../sessions/rules/session.ts';

interface Deps {
  codes: Codes;
  newCode: () => string;
  graceSeconds: number;
}
/** With 32^8 codes a second collision in a row is as good as impossible. */
const TRIES = 5;

/** Issues a code that no other session has. */
export const makeIssueCode =
  ({ codes, newCode, graceSeconds }: Deps) =>
  async (sessionId: string, refreshInterval: RefreshInterval, now: Date): Promise<CurrentCode> => {
    for (let left = TRIES; left > 0; left -= 1) {
      const code = newCode();
      const expiresAt = acceptedUntil(now, refreshInterval, graceSeconds);
      if (await codes.insert({ code, sessionId, issuedAt: now, expiresAt })) return { code, issuedAt: now };
    }
    throw new Error(`no free code found in ${TRIES} tries`);
  };
export type IssueCode = ReturnType<typeof makeIssueCode>;
