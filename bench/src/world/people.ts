import type { System } from '@qr-attendance/stack';
import { type Member, tokenSigner } from '@qr-attendance/test-kit';

/** Tokens stay valid for longer than any run, because token renewals are not measured. */
const TOKEN_SECONDS = 6 * 3_600;

/** Creates tokens that the gateway has not cached yet. */
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
