import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createLogger } from '@qr-attendance/observability';
import { createPool } from '@qr-attendance/server';
import { startServices, type TestServices } from '@qr-attendance/test-kit';
import pg from 'pg';
import type { PrismaClient } from '../src/db/generated/client.ts';
import { Prisma } from '../src/db/generated/client.ts';
import { connectDatabase } from '../src/db/database.ts';

let services: TestServices;
let database: PrismaClient;
beforeAll(async () => {
  services = await startServices([]);
  database = connectDatabase(
    createPool(services.databases.auth, createLogger('test', 'silent'), { name: 'test' }),
  );
});
afterAll(async () => {
  await database.$disconnect();
  await services.stop();
});

const tables = {
  users: [Prisma.UserScalarFieldEnum, () => database.user.findMany({ take: 1 })],
  person_statements: [
    Prisma.PersonStatementsScalarFieldEnum,
    () => database.personStatements.findMany({ take: 1 }),
  ],
  erased_institution_ids: [
    Prisma.ErasedInstitutionIdScalarFieldEnum,
    () => database.erasedInstitutionId.findMany({ take: 1 }),
  ],
  teachers: [Prisma.TeacherScalarFieldEnum, () => database.teacher.findMany({ take: 1 })],
  students: [Prisma.StudentScalarFieldEnum, () => database.student.findMany({ take: 1 })],
  devices: [Prisma.DeviceScalarFieldEnum, () => database.device.findMany({ take: 1 })],
  removed_devices: [Prisma.RemovedDeviceScalarFieldEnum, () => database.removedDevice.findMany({ take: 1 })],
  passkeys: [Prisma.PasskeyScalarFieldEnum, () => database.passkey.findMany({ take: 1 })],
  passkey_challenges: [
    Prisma.PasskeyChallengeScalarFieldEnum,
    () => database.passkeyChallenge.findMany({ take: 1 }),
  ],
  refresh_tokens: [Prisma.RefreshTokenScalarFieldEnum, () => database.refreshToken.findMany({ take: 1 })],
  trusted_places: [Prisma.TrustedPlaceScalarFieldEnum, () => database.trustedPlace.findMany({ take: 1 })],
  wrong_accounts: [Prisma.WrongAccountScalarFieldEnum, () => database.wrongAccount.findMany({ take: 1 })],
  attempts: [Prisma.AttemptScalarFieldEnum, () => database.attempt.findMany({ take: 1 })],
  password_resets: [Prisma.PasswordResetScalarFieldEnum, () => database.passwordReset.findMany({ take: 1 })],
  sign_in_links: [Prisma.SignInLinkScalarFieldEnum, () => database.signInLink.findMany({ take: 1 })],
  second_factors: [Prisma.SecondFactorScalarFieldEnum, () => database.secondFactor.findMany({ take: 1 })],
  recovery_codes: [Prisma.RecoveryCodeScalarFieldEnum, () => database.recoveryCode.findMany({ take: 1 })],
  remembered_browsers: [
    Prisma.RememberedBrowserScalarFieldEnum,
    () => database.rememberedBrowser.findMany({ take: 1 }),
  ],
  sign_in_challenges: [
    Prisma.SignInChallengeScalarFieldEnum,
    () => database.signInChallenge.findMany({ take: 1 }),
  ],
  email_verifications: [
    Prisma.EmailVerificationScalarFieldEnum,
    () => database.emailVerification.findMany({ take: 1 }),
  ],
  registration_links: [
    Prisma.RegistrationLinkScalarFieldEnum,
    () => database.registrationLink.findMany({ take: 1 }),
  ],
  identity_providers: [
    Prisma.IdentityProviderScalarFieldEnum,
    () => database.identityProvider.findMany({ take: 1 }),
  ],
  external_identities: [
    Prisma.ExternalIdentityScalarFieldEnum,
    () => database.externalIdentity.findMany({ take: 1 }),
  ],
  provider_attempts: [
    Prisma.ProviderAttemptScalarFieldEnum,
    () => database.providerAttempt.findMany({ take: 1 }),
  ],
  provider_sessions: [
    Prisma.ProviderSessionScalarFieldEnum,
    () => database.providerSession.findMany({ take: 1 }),
  ],
  provider_tests: [Prisma.ProviderTestScalarFieldEnum, () => database.providerTest.findMany({ take: 1 })],
  provider_failures: [
    Prisma.ProviderFailureScalarFieldEnum,
    () => database.providerFailure.findMany({ take: 1 }),
  ],
  mails: [Prisma.MailScalarFieldEnum, () => database.mail.findMany({ take: 1 })],
  notices: [Prisma.NoticeScalarFieldEnum, () => database.notice.findMany({ take: 1 })],
  invites: [Prisma.InviteScalarFieldEnum, () => database.invite.findMany({ take: 1 })],
  admin_actions: [Prisma.AdminActionScalarFieldEnum, () => database.adminAction.findMany({ take: 1 })],
  dead_letters: [Prisma.DeadLetterScalarFieldEnum, () => database.deadLetter.findMany({ take: 1 })],
  outbox: [Prisma.OutboxEventScalarFieldEnum, () => database.outboxEvent.findMany({ take: 1 })],
} as const;

/** The previous release reads these columns by their earlier names. */
const EARLIER_NAMES: Partial<Record<keyof typeof tables, Record<string, string>>> = {
  passkeys: { user_id: 'student_id' },
  passkey_challenges: { user_id: 'student_id' },
};
const columnOf = (table: keyof typeof tables) => (field: string) => {
  const name = snakeCase(field);
  return EARLIER_NAMES[table]?.[name] ?? name;
};

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

it.each(Object.entries(tables))(
  'the Prisma model of %s matches the migrated table',
  async (table, [fields, read]) => {
    await expect(read()).resolves.toEqual([]);
    const client = new pg.Client({ connectionString: services.databases.auth });
    await client.connect();
    const { rows } = await client.query<{ column_name: string }>(
      'SELECT column_name FROM information_schema.columns WHERE table_name = $1 AND table_schema = current_schema()',
      [table],
    );
    await client.end();
    expect(rows.map((row) => row.column_name).toSorted()).toEqual(
      Object.keys(fields)
        .map(columnOf(table as keyof typeof tables))
        .toSorted(),
    );
  },
);

it('every table of the database has a Prisma model', async () => {
  expect(Object.keys(Prisma.ModelName)).toHaveLength(Object.keys(tables).length);
});
