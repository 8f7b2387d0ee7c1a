import { IconProvider } from '@ant-design/icons';
import { isStudentProfile, type StudentProfile } from '@qr-attendance/contracts';
import {
  onlineManager,
  QueryClient,
  QueryClientProvider,
  useQueryClient,
  type Query,
} from '@tanstack/react-query';
import { createContext, use, useCallback, useContext, useState, type ReactNode } from 'react';
import type { ApiClient } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { cspNonce } from './csp-nonce.ts';
import { classifyFailure, retryDelay, type Retry } from './failure.ts';
import { installCatalog, type Catalog } from './texts/catalog.ts';
import { DEFAULT_LANGUAGE } from './texts/language-names.ts';
import { currentLanguage } from './texts/languages.ts';
import { TextsProvider } from './texts/texts-provider.tsx';
import type { Host, Identity, RemoteProps } from './remote-contract.ts';

const RemoteContext = createContext<RemoteProps | undefined>(undefined);

const useRemote = (): RemoteProps => {
  const remote = useContext(RemoteContext);
  if (!remote) throw new Error('not inside RemoteProviders');
  return remote;
};

/** Without `Retry-After`, these retries take about a minute. */
const MAX_BUSY_RETRIES = 6;
/** Maximum total of the waits that a busy server requests. */
const MAX_BUSY_SECONDS = 600;

/**
 * Refusals are final. Requests to a busy server are retried for a limited time; then the page shows a retry
 * button.
 */
export const shouldRetry = (failures: number, error: unknown): boolean => {
  const { kind, retryAfterSeconds = 0 } = classifyFailure(error);
  if (kind === 'busy') return failures < MAX_BUSY_RETRIES && failures * retryAfterSeconds < MAX_BUSY_SECONDS;
  const isOffline = error instanceof ApiError && error.trouble === 'offline';
  return kind === 'unreachable' && !isOffline && failures < 2;
};

const planned = new WeakMap<Error, Retry>();
export const planRetry = (
  failures: number,
  error: Error,
  ms = retryDelay(classifyFailure(error), failures),
): number => {
  const kind = classifyFailure(error).kind === 'busy' ? 'busy' : 'unreachable';
  planned.set(error, { kind, until: Date.now() + ms });
  return ms;
};

export const plannedRetry = (failureReason: unknown): Retry | undefined =>
  failureReason instanceof Error ? planned.get(failureReason) : undefined;

interface RetriedQuery {
  failureReason?: unknown;
  refetch: () => unknown;
}

/** Sends a request at once. A refetch of a query without data would wait for its scheduled retry. */
export const useRetryNow = (): ((query: RetriedQuery) => Promise<void>) => {
  const queries = useQueryClient();
  return useCallback(
    async ({ failureReason, refetch }) => {
      const isPlanned = ({ state }: Query) =>
        failureReason instanceof Error && state.fetchFailureReason === failureReason;
      await queries.cancelQueries({ predicate: isPlanned });
      await refetch();
    },
    [queries],
  );
};

/** Queries that never become stale must run only once, such as redeeming a scan. */
const isRepeatable = ({ options }: Query): boolean =>
  (options as { staleTime?: unknown }).staleTime !== Infinity;

/**
 * The manager's default listeners start with the first mounted client and assume a connection, so they would
 * miss the return of a connection that was lost while the page loaded.
 */
const followConnection = (): void =>
  onlineManager.setEventListener((setOnline) => {
    const update = () => setOnline(navigator.onLine !== false);
    const listening = new AbortController();
    for (const event of ['online', 'offline'])
      window.addEventListener(event, update, { signal: listening.signal });
    update();
    return () => listening.abort();
  });

/** The default `networkMode` would pause queries and mutations while offline and send them minutes later. */
export const createQueryClient = (): QueryClient => {
  // First pages are rendered without a window.
  if (typeof window !== 'undefined') followConnection();
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: shouldRetry,
        retryDelay: (failures, error) => planRetry(failures, error),
        staleTime: 2_000,
      },
      mutations: { networkMode: 'always' },
    },
  });
  // A separate `MutationCache` would be an additional module shared with remotes.
  client.getMutationCache().config.onError = (error) => {
    const { kind } = classifyFailure(error);
    // The server may have made the change without confirming it, so the page reloads its data.
    if (kind === 'unreachable' || kind === 'incompatible')
      void client.invalidateQueries({ predicate: isRepeatable });
  };
  return client;
};

/**
 * Suspends the page until the texts of another language have loaded, so that texts do not change while the
 * user reads.
 */
export const useCatalog = (catalog: Catalog): void => {
  const ready = installCatalog(catalog);
  if (currentLanguage() !== DEFAULT_LANGUAGE) use(ready);
};

/** Each remote bundles a copy of the icons, whose style element needs the nonce. */
export const HostProvider = ({ children, ...remote }: RemoteProps & { children: ReactNode }) => {
  const [queries] = useState(createQueryClient);
  const [icons] = useState(() => {
    const nonce = cspNonce();
    return nonce ? { csp: { nonce } } : {};
  });
  return (
    <RemoteContext value={remote}>
      <TextsProvider>
        <IconProvider value={icons}>
          <QueryClientProvider client={queries}>{children}</QueryClientProvider>
        </IconProvider>
      </TextsProvider>
    </RemoteContext>
  );
};

export const RemoteProviders = ({
  catalog,
  ...lent
}: RemoteProps & { catalog: Catalog; children: ReactNode }) => {
  useCatalog(catalog);
  return <HostProvider {...lent} />;
};

export const useHost = (): Host => useRemote().host;
export const useApi = (): ApiClient => useHost().api;
export const useIdentity = (): Identity => useHost().identity;
export const useBasePath = (): string => useRemote().basePath;

export const useStudentProfile = (): StudentProfile => {
  const { profile } = useIdentity();
  if (!isStudentProfile(profile)) throw new Error('not a student');
  return profile;
};
