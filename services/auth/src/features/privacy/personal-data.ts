import type { PersonalData } from '@qr-attendance/contracts';
import type { Database } from '../../db/database.ts';

type Records = PersonalData['records'];
const text = (moment: Date | null | undefined): string | null => moment?.toISOString() ?? null;

const createRecordReader =
  (database: Database) =>
  async (userId: string): Promise<Records | undefined> => {
    const user = await database.user.findUnique({
      where: { id: userId },
      include: {
        teacher: true,
        statements: true,
        student: { include: { devices: true, removedDevices: true } },
        passkeys: true,
        refreshTokens: true,
        trustedPlaces: true,
        mails: true,
        notices: { orderBy: { createdAt: 'asc' } },
        signInLinks: true,
        emailLinks: true,
        registrationLinks: true,
        identities: { orderBy: { linkedAt: 'asc' } },
        secondFactor: {
          include: { rememberedBrowsers: true, _count: { select: { recoveryCodes: true } } },
        },
        signInChallenges: true,
        actionsUpon: { orderBy: { createdAt: 'asc' } },
        actions: { orderBy: { createdAt: 'asc' } },
      },
    });
    if (!user) return undefined;
    const { teacher, student, statements } = user;
    return {
      account: [
        {
          id: user.id,
          name: user.name,
          email: user.email,
          emailVerified: user.emailVerified,
          newEmail: user.newEmail,
          nameMayBeCorrectedUntil: text(user.nameOpenUntil),
          userType: user.userType,
          institutionId: user.institutionId,
          withdrawnAt: text(user.withdrawnAt),
          createdAt: text(user.createdAt),
          language: user.language,
          emailsSwitchedOff: user.noticesOff,
          suspendedAt: text(user.suspendedAt),
          suspendedBecause: user.suspendedBecause,
          signedOutEverywhereAt: text(user.signedOutAt),
        },
      ],
      profile: [
        ...(teacher ? [{ employeeId: teacher.employeeId, department: teacher.department }] : []),
        ...(student
          ? [
              {
                usn: student.usn,
                regNo: student.regNo,
                department: student.department,
                semester: student.semester,
                requirePin: student.requirePin,
                requireBiometric: student.requireBiometric,
                requireDeviceVerification: student.requireDeviceVerification,
                requireSelfie: student.requireSelfie,
                hasPin: student.pinHash !== null,
                deviceRemovedAt: text(student.deviceRemovedAt),
                firstDeviceAt: text(student.firstDeviceAt),
                firstPasskeyAt: text(student.firstPasskeyAt),
                selfieConsentAt: text(student.selfieConsentAt),
              },
            ]
          : []),
      ],
      statementsOfTheInstitution: statements ? [{ statements: statements.ledger }] : [],
      externalIdentities: user.identities.map((identity) => ({
        provider: identity.providerId,
        issuer: identity.issuer,
        subject: identity.subject,
        label: identity.label,
        linkedAt: text(identity.linkedAt),
        lastUsedAt: text(identity.lastUsedAt),
      })),
      devices: (student?.devices ?? []).map((device) => ({
        deviceId: device.deviceId,
        deviceName: device.deviceName,
        publicKey: device.publicKey,
        registeredAt: text(device.createdAt),
        countsFrom: text(device.countsFrom),
        lastUsed: text(device.lastUsed),
      })),
      removedDevices: (student?.removedDevices ?? []).map(({ countsFrom, removedAt }) => ({
        countedFrom: text(countsFrom),
        removedAt: text(removedAt),
      })),
      passkeys: user.passkeys.map(({ name, credentialId, createdAt, countsFrom }) => ({
        name,
        credentialId,
        createdAt: text(createdAt),
        countsFrom: text(countsFrom),
      })),
      signIns: user.refreshTokens.map(({ signedInAt, expiresAt, rotatedAt, usedAt, provedAt }) => ({
        signedInAt: text(signedInAt),
        goodUntil: text(expiresAt),
        renewedAt: text(rotatedAt),
        usedAt: text(usedAt),
        passwordShownAt: text(provedAt),
      })),
      trustedPlaces: user.trustedPlaces.map(({ place, expiresAt }) => ({
        place,
        trustedUntil: text(expiresAt),
      })),
      secondFactors: user.secondFactor?.activeSince
        ? [
            {
              activeSince: text(user.secondFactor.activeSince),
              recoveryCodesLeft: user.secondFactor._count.recoveryCodes,
            },
          ]
        : [],
      rememberedBrowsers: (user.secondFactor?.rememberedBrowsers ?? []).map(({ expiresAt }) => ({
        rememberedUntil: text(expiresAt),
      })),
      signInsWithoutSecondFactor: user.signInChallenges.map(({ expiresAt }) => ({
        validUntil: text(expiresAt),
      })),
      signInLinks: user.signInLinks.map(({ expiresAt }) => ({ validUntil: text(expiresAt) })),
      emailVerificationLinks: user.emailLinks.map(({ email, expiresAt }) => ({
        email,
        validUntil: text(expiresAt),
      })),
      registrationLinks: user.registrationLinks.map(({ email, expiresAt }) => ({
        email,
        validUntil: text(expiresAt),
      })),
      waitingMails: user.mails.map(({ kind, createdAt }) => ({ kind, createdAt: text(createdAt) })),
      notices: user.notices.map(({ kind, details, createdAt, emailedAt }) => ({
        kind,
        details,
        createdAt: text(createdAt),
        emailedAt: text(emailedAt),
      })),
      actionsOfAdministratorsUponMe: user.actionsUpon.map(({ action, reason, createdAt }) => ({
        action,
        reason,
        at: text(createdAt),
      })),
      myActionsAsAdministrator: user.actions.map(({ action, personId, reason, createdAt }) => ({
        action,
        personId,
        reason,
        at: text(createdAt),
      })),
    };
  };

/** Includes the data of merged records. */
export const createPersonalDataReader = (database: Database) => {
  const read = createRecordReader(database);
  return async (userId: string): Promise<Records | undefined> => {
    const records = await read(userId);
    if (!records) return undefined;
    const merged = await database.user.findMany({ where: { mergedIntoId: userId }, select: { id: true } });
    for (const { id } of merged)
      for (const [kind, rows] of Object.entries((await read(id)) ?? {})) (records[kind] ??= []).push(...rows);
    return records;
  };
};
export type ReadPersonalData = ReturnType<typeof createPersonalDataReader>;
