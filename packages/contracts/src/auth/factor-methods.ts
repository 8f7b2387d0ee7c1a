// No schemas, because the shell's first script includes this file.
import type { Passkey } from './schemas.ts';
import type { SecondFactor } from './second-factor-schemas.ts';

/** Whether at least one passkey is past its cool-down, so that it can prove something. */
export const hasUsablePasskey = (passkeys: readonly Pick<Passkey, 'waiting'>[]): boolean =>
  passkeys.some(({ waiting }) => !waiting);

/** Returns with which methods the person can prove the second factor, even if a server of an earlier release omits them. */
export const factorMethods = ({ isActive, hasApp, passkeys = [] }: SecondFactor) => ({
  hasApp: hasApp ?? isActive,
  passkeys,
  canUsePasskey: hasUsablePasskey(passkeys),
});
