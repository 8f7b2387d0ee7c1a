import { routes, type LinkedIdentity, type SignInProvider } from '@qr-attendance/contracts';
import { signInProviders } from '@qr-attendance/page-start/app';
import { Button, Card, ConfirmButton, Failure, PlainList, PlainRow, QueryView } from '@qr-attendance/ui-kit';
import { apiKey, formatDay, useApiMutation, useApiQuery, useOpenAddress } from '@qr-attendance/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

const UnlinkButton = ({ identity: { _id, provider } }: { identity: LinkedIdentity }) => {
  const { t } = useTranslation('account');
  const queries = useQueryClient();
  const { name } = provider;
  const unlink = useApiMutation(routes.auth.unlinkIdentity, () => ({ params: { id: _id } }), {
    onSuccess: (left) => queries.setQueryData(apiKey(routes.auth.listMyIdentities), left),
  });
  return (
    <ConfirmButton
      danger
      label={t('linked.unlink')}
      aria-label={t('linked.unlinkOf', { name })}
      question={{ title: t('linked.unlinkOf', { name }), text: t('linked.unlinkText', { name }) }}
      act={() => unlink.mutateAsync()}
      onGiveUp={unlink.cancel}
      done={t('linked.unlinked', { name })}
      failure={t('linked.unlinkFailed')}
    />
  );
};

const Identity = ({ identity }: { identity: LinkedIdentity }) => {
  const { t } = useTranslation('account');
  const { provider, label, linkedAt, lastUsedAt } = identity;
  const details = [
    label,
    linkedAt && t('linked.since', { day: formatDay(linkedAt) }),
    lastUsedAt && t('linked.lastUsed', { day: formatDay(lastUsedAt) }),
    !provider.active && t('linked.inactive'),
  ].filter(Boolean);
  return (
    <PlainRow
      title={<bdi>{provider.name}</bdi>}
      detail={<bdi>{details.join(' · ')}</bdi>}
      aside={<UnlinkButton identity={identity} />}
    />
  );
};

const LinkButtons = ({ providers }: { providers: SignInProvider[] }) => {
  const { t } = useTranslation('account');
  const { isLeaving, leaveFor } = useOpenAddress();
  const link = useApiMutation(routes.auth.linkIdentity, (provider: string) => ({ body: { provider } }), {
    onSuccess: ({ url }) => leaveFor(url),
  });
  if (providers.length === 0) return null;
  const isBusy = (id: string) => (link.isPending || isLeaving) && link.variables === id;
  return (
    <>
      <Failure error={link.error} text={t('linked.linkFailed')} />
      <div className="row">
        {providers.map(({ _id, name }) => (
          <Button
            key={_id}
            className="ui-button-named"
            loading={isBusy(_id)}
            onClick={() => link.isPending || link.mutate(_id)}
          >
            {t('linked.link', { name })}
          </Button>
        ))}
      </div>
    </>
  );
};

/** External identities with which the user signs in. Institutions without identity providers do not see it. */
export const LinkedSignIns = () => {
  const { t } = useTranslation('account');
  const identities = useApiQuery(routes.auth.listMyIdentities);
  const { data: offered = signInProviders() } = useApiQuery(routes.auth.listSignInProviders);
  if (offered.length === 0 && (identities.data ?? []).length === 0) return null;
  return (
    <Card title={t('linked.title')} help={t('linked.help')}>
      <QueryView query={identities} errorMessage={t('linked.unknown')}>
        {(found) => (
          <div className="stack">
            {found.length > 0 && (
              <PlainList>
                {found.map((identity) => (
                  <Identity key={identity._id} identity={identity} />
                ))}
              </PlainList>
            )}
            <LinkButtons
              providers={offered.filter(({ _id }) => !found.some(({ provider }) => provider._id === _id))}
            />
          </div>
        )}
      </QueryView>
    </Card>
  );
};
