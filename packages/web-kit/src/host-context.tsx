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

/** A refusal stays one however often it is asked; a server that is busy is asked until it is no longer. */
const worthRetrying = (failures: number, error: unknown): boolean => {
  const { kind } = classifyFailure(error);
  if (kind === 'busy') return true;
  // Offline needs no second try: it is shown at once, and asked again as soon as the network is back.
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

/** When a query is tried again that failed for this reason (its `failureReason`), where it is. */
export const plannedRetry = (failureReason: unknown): Retry | undefined =>
  failureReason instanceof Error ? planned.get(failureReason) : undefined;

/** A scan is redeemed and a mark is looked for once: such a query never goes stale by itself. */
const isRepeatable = ({ options }: Query): boolean =>
  (options as { staleTime?: unknown }).staleTime !== Infinity;

/**
 * TanStack Query's own `networkMode` holds questions and presses back while offline: pages load forever, and a press is sent
 * minutes later, when nobody expects it. Here both fail at once.
 */
export const createQueryClient = (): QueryClient => {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: worthRetrying,
        retryDelay: planRetry,
        staleTime: 2_000,
      },
      mutations: { networkMode: 'always' },
    },
  });
  // A `MutationCache` of our own would be one more thing that a shell must share with its remotes.
  client.getMutationCache().config.onError = (error) => {
    const { kind } = classifyFailure(error);
    // The server may have done what it could not confirm: the page shows what it has now.
    if (kind === 'unreachable' || kind === 'incompatible')
      void client.invalidateQueries({ predicate: isRepeatable });
  };
  return client;
};

/** English is there at once; another language holds the page back until it is, so that no text changes under the reader. */
const useCatalogue = (catalogue: Catalogue): void => {
  const ready = installCatalogue(catalogue);
  if (currentLanguage() !== DEFAULT_LANGUAGE) use(ready);
};

/**
 * Goes round a remote's page: its own cache of answers, and what the shell lent. Icons are bundled with each remote, so
 * each copy is told the nonce its style element needs.
 */
export const LendHost = ({ children, ...remote }: RemoteProps & { children: ReactNode }) => {
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

/** The same, with the remote's texts. */
export const RemoteProviders = ({
  catalogue,
  ...lent
}: RemoteProps & { catalogue: Catalogue; children: ReactNode }) => {
  useCatalogue(catalogue);
  return <LendHost {...lent} />;
};

export const useHost = (): Host => useRemote().host;
export const useApi = (): ApiClient => useHost().api;
export const useIdentity = (): Identity => useHost().identity;
/** The path at which the shell mounted this remote, e.g. `/student`. */
export const useBasePath = (): string => useRemote().basePath;

/** The signed-in student's profile. @throws Error in an area that is not the student's own */
export const useStudentProfile = (): StudentProfile => {
  const { profile } = useIdentity();
  if (!isStudentProfile(profile)) throw new Error('not a student');
  return profile;
};
