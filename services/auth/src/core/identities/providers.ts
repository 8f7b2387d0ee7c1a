import {
  type ClaimMapping,
  type InputOf,
  knownOrOther,
  type ParsedOf,
  providerSecondFactorSchema,
  type RoleValues,
  type routes,
} from '@qr-attendance/contracts';
import { conflict } from '@qr-attendance/server';
import { type Database, isUniqueViolation, type Transaction } from '../../db/database.ts';
import { writeAdminAction } from '../audit/write-admin-action.ts';
import type { SealedSecrets } from '../secrets/sealed-secrets.ts';
import type { Provider } from './rules/provider.ts';

type Row = Awaited<ReturnType<Database['identityProvider']['findUniqueOrThrow']>>;
type NewProvider = ParsedOf<typeof routes.auth.createIdentityProvider, 'body'>;
export type ProviderChanges = ParsedOf<typeof routes.auth.changeIdentityProvider, 'body'>;

/** A value of a newer release counts as the weakest one. */
const secondFactorOf = ({ secondFactor }: Row): Provider['secondFactor'] => {
  const declared = knownOrOther(providerSecondFactorSchema, secondFactor);
  return declared === 'other' ? 'not_stated' : declared;
};

const toProvider = (row: Row): Provider => ({
  ...row,
  claims: row.claims as unknown as ClaimMapping,
  roleValues: row.roleValues as unknown as RoleValues,
  unknownPeople: row.unknownPeople === 'create' ? 'create' : 'refuse',
  secondFactor: secondFactorOf(row),
});

const issuerInUseError = () =>
  conflict(
    'issuer_in_use',
    'Another identity provider has this issuer, or people are linked to the present one.',
  );

const providerChangedError = () =>
  conflict(
    'provider_changed',
    'This identity provider was changed in another window. Reload the page before you change it.',
  );

type Changes = Omit<ProviderChanges, 'version'>;

const isOnly = (changes: Changes, field: keyof Changes): boolean =>
  Object.entries(changes).every(([name, value]) => name === field || value === undefined);

const actionOf = (changes: Changes) => {
  if (!isOnly(changes, 'active')) return 'change provider';
  return changes.active ? 'activate provider' : 'deactivate provider';
};

/** The names of the changed fields; values can be long, and one of them is a secret. */
const describeChange = (id: string, changes: object): string => {
  const fields = Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : name));
  return `${id}: ${fields.join(', ')}`;
};

const isTaken = async <T>(work: Promise<T>, refusal: () => Error): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw isUniqueViolation(error) ? refusal() : error;
  }
};

const change = async (
  transaction: Transaction,
  secrets: SealedSecrets,
  id: string,
  { clientSecret, version, ...fields }: ProviderChanges,
): Promise<Provider> => {
  // Locks the provider: of two concurrent changes of the same version, only the first may be written.
  await transaction.$queryRaw`SELECT id FROM identity_providers WHERE id = ${id} FOR UPDATE`;
  const before = await transaction.identityProvider.findUniqueOrThrow({ where: { id } });
  if (before.version !== version) throw providerChangedError();
  const { issuer } = before;
  const isMoved = fields.issuer !== undefined && fields.issuer !== issuer;
  if (isMoved && (await transaction.externalIdentity.findFirst({ where: { providerId: id } })))
    throw issuerInUseError();
  const sealed = clientSecret && secrets.seal(clientSecret);
  const row = await transaction.identityProvider.update({
    where: { id },
    data: {
      ...(fields as InputOf<typeof routes.auth.createIdentityProvider, 'body'>),
      // The secret of the earlier issuer must not be sent to another one.
      ...((sealed !== undefined || isMoved) && { clientSecret: sealed ?? null }),
      version: { increment: 1 },
    },
  });
  return toProvider(row);
};

export const createProviders = (database: Database, secrets: SealedSecrets) => ({
  list: async (): Promise<(Provider & { identities: number })[]> => {
    const rows = await database.identityProvider.findMany({
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
      include: { _count: { select: { identities: true } } },
    });
    return rows.map(({ _count, ...row }) => ({ ...toProvider(row), identities: _count.identities }));
  },
  listActive: async (): Promise<Provider[]> => {
    const rows = await database.identityProvider.findMany({
      where: { active: true },
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
    });
    return rows.map(toProvider);
  },
  find: async (id: string): Promise<Provider | undefined> => {
    const row = await database.identityProvider.findUnique({ where: { id } });
    return row ? toProvider(row) : undefined;
  },
  create: (adminId: string, { _id: id, clientSecret, ...fields }: NewProvider): Promise<Provider> => {
    const sealed = clientSecret === undefined ? null : secrets.seal(clientSecret);
    const created = database.$transaction(async (transaction) => {
      if (await transaction.identityProvider.findUnique({ where: { id } }))
        throw conflict('provider_exists', 'Another identity provider has this id.');
      const row = await transaction.identityProvider.create({
        data: { ...fields, id, kind: 'oidc', clientSecret: sealed },
      });
      await writeAdminAction(transaction, { adminId, action: 'create provider', reason: id });
      return toProvider(row);
    });
    return isTaken(created, issuerInUseError);
  },
  change: (adminId: string, id: string, changes: ProviderChanges): Promise<Provider> =>
    isTaken(
      database.$transaction(async (transaction) => {
        const provider = await change(transaction, secrets, id, changes);
        const { version: _version, ...fields } = changes;
        const reason = describeChange(id, fields);
        await writeAdminAction(transaction, { adminId, action: actionOf(fields), reason });
        return provider;
      }),
      issuerInUseError,
    ),
  /** Encrypts every secret with the current pepper, so that earlier peppers can be retired. */
  resealSecrets: async (): Promise<void> => {
    const rows = await database.identityProvider.findMany({
      where: { clientSecret: { not: { startsWith: secrets.currentPrefix } } },
    });
    for (const { id, clientSecret } of rows)
      if (clientSecret !== null)
        await database.identityProvider.updateMany({
          where: { id, clientSecret },
          data: { clientSecret: secrets.seal(secrets.open(clientSecret)) },
        });
  },
});
export type Providers = ReturnType<typeof createProviders>;
