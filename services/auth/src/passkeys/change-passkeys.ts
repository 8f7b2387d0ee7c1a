import type { Passkey, PasskeyRegistration } from '@qr-attendance/contracts';
import type { OutboxRelay } from '@qr-attendance/messaging';
import { DomainError } from '@qr-attendance/server';
import type { PasskeyChallenges } from './passkey-challenges.ts';
import type { StudentSecurityStore } from '../security/student-security.ts';
import { challengeOf, checkRegistration } from './rules/check-registration.ts';

interface Deps {
  security: StudentSecurityStore;
  challenges: PasskeyChallenges;
  relay: OutboxRelay;
  publicOrigins: string[];
}

const invalid = () =>
  new DomainError('invalid', 'passkey_invalid', 'The passkey could not be verified. Please try again.');
const expired = () =>
  new DomainError('invalid', 'passkey_challenge_expired', 'That took too long. Please try again.');

export const makeAddPasskey =
  ({ security, challenges, relay, publicOrigins }: Deps) =>
  async (studentId: string, name: string, credential: PasskeyRegistration): Promise<Passkey[]> => {
    const challenge = challengeOf(credential);
    if (challenge === undefined) throw invalid();
    if (!(await challenges.take(challenge, studentId, new Date()))) throw expired();
    const checked = await checkRegistration(credential, { challenge, publicOrigins });
    if (!checked) throw invalid();
    const student = await security.addPasskey(studentId, { ...checked, name });
    relay.wake();
    return student.passkeys;
  };

export const makeRemovePasskey =
  ({ security, relay }: Pick<Deps, 'security' | 'relay'>) =>
  async (studentId: string, passkeyId: string): Promise<Passkey[]> => {
    const student = await security.removePasskey(studentId, passkeyId);
    relay.wake();
    return student.passkeys;
  };
