import { isIncompatible, messageOf, plannedRetry } from '@qr-attendance/web-kit';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { RetryCountdown } from './retry-notice.tsx';
import { ErrorState, LoadingState } from './states.tsx';

export interface QueryLike<Data> {
  data: Data | undefined;
  error: unknown;
  /** Why it is being tried again. */
  failureReason?: unknown;
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

/**
 * The problem of a query that has no data: it failed and can be retried by the user, or the server is busy or
 * unreachable and the query retries by itself. Undefined if there is none.
 */
export const queryProblem = (
  { error, failureReason, refetch }: Omit<QueryLike<unknown>, 'data' | 'isPending'>,
  errorMessage: string,
  hint?: ReactNode,
): ReactNode => {
  if (isIncompatible(error))
    return (
      <ErrorState
        message={messageOf(error, errorMessage)}
        hint={hint}
        retryText={i18next.t('common:reload')}
        onRetry={() => window.location.reload()}
      />
    );
  if (error)
    return <ErrorState message={messageOf(error, errorMessage)} hint={hint} onRetry={() => void refetch()} />;
  const retry = plannedRetry(failureReason);
  if (!retry) return undefined;
  const countdown = <RetryCountdown retry={retry} />;
  return (
    <ErrorState
      message={messageOf(failureReason, errorMessage)}
      hint={
        hint ? (
          <>
            {hint} {countdown}
          </>
        ) : (
          countdown
        )
      }
      // Whoever is busy has said when to come back.
      {...(retry.kind === 'unreachable' && { onRetry: () => void refetch() })}
    />
  );
};

/** The states of everything that is fetched: loading, busy, error with a retry, data. Old data outlives an error. */
export const QueryView = <Data,>({ query, errorMessage, loading, children }: Props<Data>) => {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  return <>{queryProblem(query, errorMessage) ?? loading ?? <LoadingState />}</>;
};
