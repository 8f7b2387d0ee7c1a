import { IconProvider } from '@ant-design/icons';
import { isStudentProfile, type StudentProfile } from '@qr-attendance/contracts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, use, useContext, useState, type ReactNode } from 'react';
import type { ApiClient } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { cspNonce } from './csp-nonce.ts';
import { installCatalogue, type Catalogue } from './messages/catalogue.ts';
import { currentLanguage, DEFAULT_LANGUAGE } from './messages/languages.ts';
import type { Host, Identity, RemoteProps } from './remote-contract.ts';

const RemoteContext = createContext<RemoteProps | undefined>(undefined);

const useRemote = (): RemoteProps => {
  const remote = useContext(RemoteContext);
  if (!remote) throw new Error('not inside RemoteProviders');
  return remote;
};

/** A refusal stays one however often it is asked; what may pass (no network, 5xx) is tried twice more. */
const worthRetrying = (failures: number, error: unknown): boolean =>
  failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500);

export const createQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { retry: worthRetrying, staleTime: 2_000 } } });

/** English is there at once; another language holds the page back until it is, so that no text changes under the reader. */
const useCatalogue = (catalogue: Catalogue): void => {
  const ready = installCatalogue(catalogue);
  if (currentLanguage() !== DEFAULT_LANGUAGE) use(ready);
};

/**
 * Goes round a remote's page: its texts, its own cache of answers, and what the shell lent. Icons are bundled with each
 * remote, so each copy is told the nonce its style element needs.
 */
export const RemoteProviders = ({
  catalogue,
  children,
  ...remote
}: RemoteProps & { catalogue: Catalogue; children: ReactNode }) => {
  const [queries] = useState(createQueryClient);
  useCatalogue(catalogue);
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

export const useHost = (): Host => useRemote().host;
export const useApi = (): ApiClient => useHost().api;
export const useIdentity = (): Identity => useHost().identity;
/** Where the shell mounted this remote, e.g. `/student`. */
export const useBasePath = (): string => useRemote().basePath;

/** The signed-in student's profile. @throws Error in an area that is not the student's own */
export const useStudentProfile = (): StudentProfile => {
  const { profile } = useIdentity();
  if (!isStudentProfile(profile)) throw new Error('not a student');
  return profile;
};
