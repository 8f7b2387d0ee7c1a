import { IconProvider } from '@ant-design/icons';
import { isStudentProfile, type StudentProfile } from '@qr-attendance/contracts';
import { QueryClient, QueryClientProvider, type Query } from '@tanstack/react-query';
import { createContext, use, useContext, useState, type ReactNode } from 'react';
import type { ApiClient } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { cspNonce } from './csp-nonce.ts';
import { classifyFailure, retryDelay, type Retry } from './failure.ts';
import { installCatalogue, type Catalogue } from './messages/catalogue.ts';
import { DEFAULT_LANGUAGE } from './messages/language-names.ts';
import { currentLanguage } from './messages/languages.ts';
import type { Host, Identity, RemoteProps } from './remote-contract.ts';

const RemoteContext = createContext<RemoteProps | undefined>(undefined);

const useRemote = (): RemoteProps => {
  const remote = useContext(RemoteContext);
  if (!remote) throw new Error('not inside RemoteProviders');
  return remote;
};

const isRetryable = (failures: number, error: unknown): boolean => {
  const { kind } = classifyFailure(error);
  if (kind === 'busy') return true;
  // Offline is shown at once, and retried as soon as the network is back.
  const isOffline = error instanceof ApiError && error.trouble === 'offline';
  return kind === 'unreachable' && !isOffline && failures < 2;
};

const planned = new WeakMap<Error, Retry>();
const planRetry = (failures: number, error: Error): number => {
  const failure = classifyFailure(error);
  const ms = retryDelay(failure, failures);
  planned.set(error, { kind: failure.kind === 'busy' ? 'busy' : 'unreachable', until: Date.now() + ms });
  return ms;
};

/** The next automatic retry for a query's `failureReason`, if there is one. */
export const plannedRetry = (failureReason: unknown): Retry | undefined =>
  failureReason instanceof Error ? planned.get(failureReason) : undefined;

/** Some queries, such as redeeming a scan, run once and never go stale. */
const isRepeatable = ({ options }: Query): boolean =>
  (options as { staleTime?: unknown }).staleTime !== Infinity;

/**
 * TanStack Query's own `networkMode` pauses queries and mutations while offline: pages load forever, and a
 * mutation is sent minutes later, when nobody expects it. Here both fail at once.
 */
export const createQueryClient = (): QueryClient => {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: isRetryable,
        retryDelay: planRetry,
        staleTime: 2_000,
      },
      mutations: { networkMode: 'always' },
    },
  });
  // A separate `MutationCache` would be one more module that a shell must share with its remotes.
  client.getMutationCache().config.onError = (error) => {
    const { kind } = classifyFailure(error);
    // The server may have done what it could not confirm, so the page loads the current state.
    if (kind === 'unreachable' || kind === 'incompatible')
      void client.invalidateQueries({ predicate: isRepeatable });
  };
  return client;
};

/**
 * English is available at once; another language delays the page until it is loaded, so that no text changes.
 */
const useCatalogue = (catalogue: Catalogue): void => {
  const ready = installCatalogue(catalogue);
  if (currentLanguage() !== DEFAULT_LANGUAGE) use(ready);
};

/** Each remote has its own query cache and bundled icons, which need the nonce for their style element. */
export const HostProvider = ({ children, ...remote }: RemoteProps & { children: ReactNode }) => {
  const [queries] = useState(createQueryClient);
  const [icons] = useState(() => {
    const nonce = cspNonce();
    return nonce ? { csp: { nonce } } : {};
  });
  return (
    <RemoteContext value={remote}>
      <IconProvider value={icons}>
        <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      </IconProvider>
    </RemoteContext>
  );
};

export const RemoteProviders = ({
  catalogue,
  ...lent
}: RemoteProps & { catalogue: Catalogue; children: ReactNode }) => {
  useCatalogue(catalogue);
  return <HostProvider {...lent} />;
};

export const useHost = (): Host => useRemote().host;
export const useApi = (): ApiClient => useHost().api;
export const useIdentity = (): Identity => useHost().identity;
/** The path at which the shell mounted this remote, such as `/student`. */
export const useBasePath = (): string => useRemote().basePath;

/** @throws Error outside of the student's own areas */
export const useStudentProfile = (): StudentProfile => {
  const { profile } = useIdentity();
  if (!isStudentProfile(profile)) throw new Error('not a student');
  return profile;
};
