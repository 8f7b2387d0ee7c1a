import type { AnswerOf, RouteWithoutInput } from '@qr-attendance/contracts';
import type { ApiClient, RequestOf } from '@qr-attendance/web-kit';
import { useEffect, useState } from 'react';

/** Undefined while it loads or if loading fails, because a password is sufficient for a proof. */
export const useAnswer = <R extends RouteWithoutInput>(
  api: Pick<ApiClient, 'call'>,
  route: R,
): AnswerOf<R> | undefined => {
  const [answer, setAnswer] = useState<AnswerOf<R>>();
  useEffect(() => {
    const left = new AbortController();
    api
      .call(route, { signal: left.signal } as RequestOf<R>)
      .then(setAnswer)
      .catch(() => undefined);
    return () => left.abort();
  }, [api, route]);
  return answer;
};
