import type { ProofName, StudentSecurity } from '@qr-attendance/contracts';
import type { Worker } from '@qr-attendance/server';
import { studentSecurityOf } from '../../core/people/rules/person.ts';
import type { ConfirmedProofs } from '../../core/security/confirm-proofs.ts';

export interface ConfirmProofDeps {
  confirmedProofs: ConfirmedProofs;
  wakeRelay: () => void;
  mailRelay: Worker;
}

export const confirmProof = async (
  { confirmedProofs, wakeRelay, mailRelay }: ConfirmProofDeps,
  studentId: string,
  proof: ProofName,
): Promise<StudentSecurity | undefined> => {
  const student = await confirmedProofs.confirm(studentId, proof);
  if (!student) return undefined;
  wakeRelay();
  mailRelay.wake();
  return studentSecurityOf(studentId, student);
};
