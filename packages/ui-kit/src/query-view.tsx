import {
  ApiError,
  classifyFailure,
  withFullStop,
  formatTime,
  i18n,
  isIncompatible,
  messageOf,
  plannedRetry,
  useRetryNow,
} from '@qr-attendance/web-kit';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from './button/button.tsx';
import { LightNotice, RetryCountdown } from './retry-notice.tsx';
import { ErrorState, LoadingState } from './states.tsx';

export interface QueryLike<Data> {
  data: Data | undefined;
  error: unknown;
  /** The failure that caused the current retry. */
  failureReason?: unknown;
  failureCount?: number;
  dataUpdatedAt?: number;
  isPending: boolean;
  refetch: () => unknown;
}
interface Props<Data> {
  query: QueryLike<Data>;
  errorMessage: string;
  /**
   * Shown instead of an error if the object does not exist or belongs to someone else, or if the id is
   * malformed.
   */
  notFound?: Pick<ComponentProps<typeof ErrorState>, 'message' | 'back'>;
  /** True if the page shows interruptions itself. */
  quiet?: boolean;
  children: (data: Data) => ReactNode;
}

interface ProblemProps {
  query: Omit<QueryLike<unknown>, 'data' | 'isPending'>;
  errorMessage: string;
  hint?: ReactNode;
}

const QueryProblem = ({ query, errorMessage, hint }: ProblemProps) => {
  const { error, failureReason } = query;
  const retryNow = useRetryNow();
  const failure = error || failureReason;
  const message = messageOf(failure, errorMessage);
  if (isIncompatible(failure))
    return (
      <ErrorState
        message={message}
        hint={hint}
        retryText={i18n.t('common:reload')}
        onRetry={() => window.location.reload()}
      />
    );
  const retry = error ? undefined : plannedRetry(failureReason);
  return (
    <ErrorState
      message={message}
      hint={
        retry ? (
          <>
            {hint} <RetryCountdown retry={retry} />
          </>
        ) : (
          hint
        )
      }
      // A busy server determines when to retry.
      {...(retry?.kind !== 'busy' && { onRetry: () => void retryNow(query) })}
    />
  );
};

/** Undefined if the query has data or is loading without problems. */
export const queryProblem = (
  query: ProblemProps['query'],
  errorMessage: string,
  hint?: ReactNode,
): ReactNode =>
  query.error || plannedRetry(query.failureReason) ? (
    <QueryProblem query={query} errorMessage={errorMessage} hint={hint} />
  ) : undefined;

/** A 403 or 404 without a code comes from a proxy and does not prove that the object is missing. */
const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError &&
  [400, 403, 404].includes(error.status) &&
  classifyFailure(error).kind === 'refused';

/** A problem is shown after this many failed requests, so a single lost request is not shown. */
const MIN_FAILURES = 2;

const NotRefreshed = ({ query, errorMessage }: Pick<Props<unknown>, 'query' | 'errorMessage'>) => {
  const { error, failureReason, failureCount = 0, dataUpdatedAt = 0, refetch } = query;
  const isRetrying = !error && failureCount >= MIN_FAILURES;
  if (!error && !isRetrying) return null;
  const retry = isRetrying ? plannedRetry(failureReason) : undefined;
  return (
    <div role="status">
      <LightNotice>
        {withFullStop(messageOf(error || failureReason, errorMessage))}{' '}
        {dataUpdatedAt > 0 &&
          i18n.t('common:notRefreshed', { time: formatTime(new Date(dataUpdatedAt).toISOString()) })}{' '}
        {retry ? (
          <RetryCountdown retry={retry} />
        ) : (
          <Button size="small" onClick={() => void refetch()}>
            {i18n.t('common:retry')}
          </Button>
        )}
      </LightNotice>
    </div>
  );
};

/** Keeps previous data visible after an error, with a notice. */
export const QueryView = <Data,>({ query, errorMessage, notFound, quiet, children }: Props<Data>) => {
  if (notFound && isNotFound(query.error)) return <ErrorState {...notFound} />;
  if (query.data !== undefined)
    return (
      <>
        {!quiet && <NotRefreshed query={query} errorMessage={errorMessage} />}
        {children(query.data)}
      </>
    );
  return <>{queryProblem(query, errorMessage) ?? <LoadingState />}</>;
};
