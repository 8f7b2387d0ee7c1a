import type { System } from '@qr-attendance/stack';
import { type Member, tokenSigner } from '@qr-attendance/test-kit';

/** Longer than any run, because the renewal of tokens is not measured. */
const TOKEN_SECONDS = 6 * 3_600;

/** Tokens that the gateway has not checked before and so does not remember. */
export const withFreshTokens = (
  { secrets }: Pick<System, 'secrets'>,
  members: Member[],
  userType: 'TEACHER' | 'STUDENT' = 'STUDENT',
): Member[] => {
  const { tokenFor } = tokenSigner(secrets);
  return members.map((member) => ({
    ...member,
    token: tokenFor({ id: member.id, userType, name: member.name }, TOKEN_SECONDS),
  }));
};
