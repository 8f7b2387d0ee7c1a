import type { SecurityPreferences } from '@qr-attendance/contracts';
import { notFound, type PinVerifier, DomainError } from '@qr-attendance/server';
import { refuseAnotherPasskey } from '../passkeys/rules/passkey-limit.ts';
import type { NewPasskey } from '../passkeys/rules/passkey.ts';
import { isUniqueViolation, type Database } from '../db/database.ts';
import { makeChangeStudent } from './student-changes.ts';

export const makeStudentSecurity = (database: Database) => {
  const change = makeChangeStudent(database);
  return {
    setPreferences: (studentId: string, preferences: SecurityPreferences) => change(studentId, preferences),
    setPin: (studentId: string, { salt, hash }: PinVerifier) =>
      change(studentId, { pinSalt: salt, pinHash: hash }),
    /** A consent given once more keeps its first moment. */
    setSelfieConsent: (studentId: string, given: boolean) =>
      change(studentId, {}, async (transaction, { selfieConsentAt }) => {
        const data = { selfieConsentAt: given ? (selfieConsentAt ?? new Date()) : null };
        await transaction.student.update({ where: { userId: studentId }, data });
      }),
    /** @throws DomainError for who has too many, or when anybody has registered this one */
    addPasskey: (studentId: string, { publicKey, ...passkey }: NewPasskey) =>
      change(studentId, {}, async (transaction) => {
        refuseAnotherPasskey(await transaction.passkey.count({ where: { studentId } }));
        const data = {
          ...passkey,
          studentId,
          publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')),
        };
        await transaction.passkey.create({ data });
      }).catch((error: unknown) => {
        if (isUniqueViolation(error))
          throw new DomainError('conflict', 'passkey_taken', 'This passkey is already registered.');
        throw error;
      }),
    /** @throws DomainError when the student has no such passkey */
    removePasskey: (studentId: string, id: string) =>
      change(studentId, {}, async (transaction) => {
        const { count } = await transaction.passkey.deleteMany({ where: { id, studentId } });
        if (count === 0) throw notFound('Passkey');
      }),
  };
};
export type StudentSecurityStore = ReturnType<typeof makeStudentSecurity>;
