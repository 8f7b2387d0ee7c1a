import { isIncompatible, messageOf, plannedRetry } from '@qr-attendance/web-kit';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { RetryCountdown } from './retry-notice.tsx';
import { ErrorState, LoadingState } from './states.tsx';

export interface QueryLike<Data> {
  data: Data | undefined;
  error: unknown;
  failureReason?: unknown;
  isPending: boolean;
  refetch: () => unknown;
}
interface Props<Data> {
  query: QueryLike<Data>;
  errorMessage: string;
  loading?: ReactNode;
  children: (data: Data) => ReactNode;
}

/**
 * The problem of a query without data: it failed and the user can retry, or the server is busy or unreachable
 * and the query retries automatically.
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
      // A busy server has named the time of the retry.
      {...(retry.kind === 'unreachable' && { onRetry: () => void refetch() })}
    />
  );
};

/** Shows loading, busy, error with retry, or data. Existing data stays after an error. */
export const QueryView = <Data,>({ query, errorMessage, loading, children }: Props<Data>) => {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  return <>{queryProblem(query, errorMessage) ?? loading ?? <LoadingState />}</>;
};
