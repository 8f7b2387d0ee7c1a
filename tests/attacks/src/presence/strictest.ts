import { NO_CHECKS, type SessionPolicyChoice } from '@qr-attendance/contracts';
import { takeScene } from '../attacks/selfies.ts';
import { SEAT } from '../attacks/places.ts';
import { addPasskey, answerChallenge } from '../target/passkeys.ts';
import { PIN, type Lesson, type Student } from '../target/people.ts';
import type { Target } from '../target/start-target.ts';

export const STRICTEST: SessionPolicyChoice = {
  ...NO_CHECKS,
  requirePin: true,
  requireDevice: true,
  requirePasskey: true,
  requireSelfie: true,
  allowUnsigned: false,
};

/** @returns whether a mark was accepted after all missing proofs were added */
export const markByAllProofs = async (
  target: Target,
  student: Student,
  running: Lesson,
): Promise<boolean> => {
  const { call, mark, registerDevice, scanSigned } = target;
  const { token } = student;
  // The server rejects this request if the account already has a PIN, which the cheat then knows.
  await call('POST', '/api/auth/set-pin', { token, body: { pin: PIN } });
  await registerDevice(student);
  const passkey = await addPasskey(target, student);
  await call('POST', '/api/auth/selfie-consent', { token, body: { given: true } });
  const [[selfieImage], [selfieAfterPrompt]] = [await takeScene(), await takeScene()];
  const ticket = await scanSigned(student, running);
  const answer = await answerChallenge(target, student, { passkey, ticket }).catch(() => undefined);
  const location = { ...SEAT, latitude: SEAT.latitude + Math.random() / 10_000, accuracy: 12 };
  const proofs = { pin: PIN, passkey: answer, selfieImage, selfieAfterPrompt, location };
  return (await mark(student, ticket, proofs)).status === 201;
};
