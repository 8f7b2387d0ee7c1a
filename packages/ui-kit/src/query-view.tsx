import {
  ApiError,
  classifyFailure,
  i18n,
  isIncompatible,
  messageOf,
  plannedRetry,
} from '@qr-attendance/web-kit';
import type { ComponentProps, ReactNode } from 'react';
import { RetryCountdown } from './retry-notice.tsx';
import { ErrorState, LoadingState } from './states.tsx';

export interface QueryLike<Data> {
  data: Data | undefined;
  error: unknown;
  /** Why the query is being retried. */
  failureReason?: unknown;
  isPending: boolean;
  refetch: () => unknown;
}
interface Props<Data> {
  query: QueryLike<Data>;
  errorMessage: string;
  /** Shown instead of an error if it does not exist, belongs to someone else, or the id is malformed. */
  notFound?: Pick<ComponentProps<typeof ErrorState>, 'message' | 'back'>;
  children: (data: Data) => ReactNode;
}

/** Undefined if the query has data or is loading without problems. */
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
        retryText={i18n.t('common:reload')}
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
      // A busy server sets the time of the retry itself.
      {...(retry.kind === 'unreachable' && { onRetry: () => void refetch() })}
    />
  );
};

/** A proxy's own 403 or 404 says nothing about what exists. */
const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError &&
  [400, 403, 404].includes(error.status) &&
  classifyFailure(error).kind === 'refused';

/** Earlier data stays visible after an error. */
export const QueryView = <Data,>({ query, errorMessage, notFound, children }: Props<Data>) => {
  if (notFound && isNotFound(query.error)) return <ErrorState {...notFound} />;
  if (query.data !== undefined) return <>{children(query.data)}</>;
  return <>{queryProblem(query, errorMessage) ?? <LoadingState />}</>;
};
