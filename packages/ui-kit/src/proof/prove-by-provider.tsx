import { routes, type LinkedIdentity } from '@qr-attendance/contracts';
import { messageOf, useOpenAddress, type ApiClient } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import { Notice } from '../notice/notice.tsx';
import { useAnswer } from './use-answer.ts';

type Provider = LinkedIdentity['provider'];
type Api = Pick<ApiClient, 'call'>;

const useLinkedProviders = (api: Api): Provider[] => {
  const identities = useAnswer(api, routes.auth.listMyIdentities) ?? [];
  const active = identities.map(({ provider }) => provider).filter((provider) => provider.active);
  return [...new Map(active.map((provider) => [provider._id, provider])).values()];
};

/** The server rejects longer paths. */
const MAX_PATH = 500;
const currentPath = (): string => {
  const { pathname, search } = window.location;
  return pathname.length + search.length > MAX_PATH ? pathname : pathname + search;
};

/** Re-authenticates people without a password. The provider redirects to this page, where they repeat their action. */
export const ProveByProvider = ({ api }: { api: Api }) => {
  const { t } = useTranslation('proof');
  const providers = useLinkedProviders(api);
  const { isLeaving, leaveFor } = useOpenAddress();
  const [asked, setAsked] = useState<string>();
  const [error, setError] = useState<string>();
  const prove = async (provider: string): Promise<void> => {
    setAsked(provider);
    setError(undefined);
    try {
      const body = { provider, returnTo: currentPath() };
      leaveFor((await api.call(routes.auth.proveByProvider, { body })).url);
    } catch (failure) {
      setError(messageOf(failure, t('providerFailed')));
    }
    setAsked(undefined);
  };
  if (providers.length === 0) return null;
  return (
    <div className="stack gap-xs">
      {error !== undefined && <Notice type="error" title={error} />}
      {providers.map(({ _id, name }) => (
        <Button
          key={_id}
          block
          className="ui-button-named"
          loading={asked === _id || isLeaving}
          onClick={() => asked === undefined && void prove(_id)}
        >
          {t('provider', { name })}
        </Button>
      ))}
      <p className="flush muted small">{t('providerHelp')}</p>
    </div>
  );
};
