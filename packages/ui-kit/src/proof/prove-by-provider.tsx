import { routes, type LinkedIdentity } from '@qr-attendance/contracts';
import { messageOf, useOpenAddress, type ApiClient } from '@qr-attendance/web-kit';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import { Notice } from '../notice/notice.tsx';
import { useAnswer } from './use-answer.ts';

type Provider = LinkedIdentity['provider'];
type Api = Pick<ApiClient, 'call'>;

/** Calls back with each access token that another tab stores and that contains a fresh proof. */
export type WatchProofs = (onProof: (token: string) => void, signal: AbortSignal) => void;

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
/** A page that says that the tab can be closed. */
const CONFIRMED = '/confirmed';

/** Apps on the home screen have no tabs. */
const hasTabs = (): boolean => !window.matchMedia('(display-mode: standalone)').matches;

/**
 * Opens a tab while the press is handled, because browsers block it later.
 * @returns null if there are no tabs, or if the browser blocks it
 */
const openTab = (): Window | null => {
  if (!hasTabs()) return null;
  const tab = window.open('about:blank', '_blank');
  // The provider's page must not navigate this page.
  if (tab) tab.opener = null;
  return tab;
};

interface Props {
  api: Api;
  watchProofs: WatchProofs;
  onProved: (token: string) => void;
}

/**
 * Re-authenticates people at their identity provider, in another tab, so that this page and what the user typed into it
 * stay as they are. Where no tab can be opened, the provider redirects to this page, and users repeat their action.
 */
export const ProveByProvider = ({ api, watchProofs, onProved }: Props) => {
  const { t } = useTranslation('proof');
  const providers = useLinkedProviders(api);
  const { isLeaving, leaveFor } = useOpenAddress();
  const [asked, setAsked] = useState<string>();
  const [waitsFor, setWaitsFor] = useState<Provider>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    if (!waitsFor) return;
    const over = new AbortController();
    watchProofs(onProved, over.signal);
    return () => over.abort();
  }, [waitsFor, watchProofs, onProved]);
  const prove = async (provider: Provider): Promise<void> => {
    const tab = openTab();
    setAsked(provider._id);
    setError(undefined);
    try {
      const body = { provider: provider._id, returnTo: tab ? CONFIRMED : currentPath() };
      const { url } = await api.call(routes.auth.proveByProvider, { body });
      if (tab) {
        tab.location.href = url;
        setWaitsFor(provider);
      } else leaveFor(url);
    } catch (failure) {
      tab?.close();
      setError(messageOf(failure, t('providerFailed')));
    }
    setAsked(undefined);
  };
  if (providers.length === 0) return null;
  return (
    <div className="stack gap-xs">
      {error !== undefined && <Notice type="error" title={error} />}
      {waitsFor && <Notice type="info" role="status" title={t('providerWaiting', { name: waitsFor.name })} />}
      {providers.map((provider) => (
        <Button
          key={provider._id}
          block
          className="ui-button-named"
          loading={asked === provider._id || isLeaving}
          onClick={() => asked === undefined && void prove(provider)}
        >
          {t('provider', { name: provider.name })}
        </Button>
      ))}
      {!waitsFor && <p className="flush muted small">{t(hasTabs() ? 'providerTabHelp' : 'providerHelp')}</p>}
    </div>
  );
};
