import { messageOf } from '@qr-attendance/web-kit';
import type { ReactNode } from 'react';
import { ErrorState, LoadingState } from './states.tsx';

interface QueryLike<Data> {
  data: Data | undefined;
  error: unknown;
  isPending: boolean;
  refetch: () => unknown;
}
interface Props<Data> {
  query: QueryLike<Data>;
  /** Shown when the server gives no text of its own. */
  errorMessage: string;
  /** Shown while there is nothing yet; a skeleton unless given. */
  loading?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The three states of everything that is fetched: loading, error with a retry, data. Old data outlives an error. */
export const QueryView = <Data,>({ query, errorMessage, loading, children }: Props<Data>) => {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error)
    return <ErrorState message={messageOf(query.error, errorMessage)} onRetry={() => void query.refetch()} />;
  return <>{loading ?? <LoadingState />}</>;
};
