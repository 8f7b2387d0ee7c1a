import type { ParsedOf, routes } from '@qr-attendance/contracts';
import type { Database } from '../../db/database.ts';
import { emailKeyOf } from '../people/rules/fold-text.ts';
import type { SealedSecrets } from '../secrets/sealed-secrets.ts';

interface SeededProvider {
  provider: ParsedOf<typeof routes.auth.createIdentityProvider, 'body'>;
  identities: { subject: string; email: string }[];
}

/**
 * Activates the demo's identity provider. People are linked when it is created; later their identities follow its
 * issuer, because the demo has another address in each network.
 */
export const seedProvider = async (
  database: Database,
  secrets: SealedSecrets,
  { provider: { _id: id, clientSecret = '', ...fields }, identities }: SeededProvider,
): Promise<void> =>
  database.$transaction(async (transaction) => {
    const { issuer } = fields;
    const changes = { issuer, clientSecret: secrets.seal(clientSecret), active: true };
    if (await transaction.identityProvider.findUnique({ where: { id } })) {
      await transaction.identityProvider.update({
        where: { id },
        data: { ...changes, version: { increment: 1 } },
      });
      await transaction.externalIdentity.updateMany({ where: { providerId: id }, data: { issuer } });
      return;
    }
    await transaction.identityProvider.create({ data: { ...fields, ...changes, id, kind: 'oidc' } });
    for (const { subject, email } of identities) {
      const user = await transaction.user.findUnique({ where: { emailKey: emailKeyOf(email) } });
      // People may have changed their address since an earlier start.
      if (!user) continue;
      await transaction.externalIdentity.create({
        data: { providerId: id, issuer, subject, userId: user.id, label: email },
      });
    }
  });

/**
 * Takes the demo's identity provider off the sign-in page, because it runs only with the demo. Its issuer may have
 * changed since it was stored, so the client identifies it.
 */
export const retireProvider = async (database: Database, id: string, clientId: string): Promise<void> => {
  await database.identityProvider.updateMany({
    where: { id, clientId, active: true },
    data: { active: false, version: { increment: 1 } },
  });
};
