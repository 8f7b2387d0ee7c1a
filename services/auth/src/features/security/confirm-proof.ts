import type { ProofName, StudentSecurity } from '@qr-attendance/contracts';
import type { Context } from '../../context.ts';
import { studentSecurityOf } from '../../core/people/rules/person.ts';

export const confirmProof = async (
  { confirmedProofs, wakeRelay, mailRelay }: Pick<Context, 'confirmedProofs' | 'wakeRelay' | 'mailRelay'>,
  studentId: string,
  proof: ProofName,
): Promise<StudentSecurity | undefined> => {
  const student = await confirmedProofs.confirm(studentId, proof);
  if (!student) return undefined;
  wakeRelay();
  mailRelay.wake();
  return studentSecurityOf(studentId, student);
};
