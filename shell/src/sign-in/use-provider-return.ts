import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { parseChallenge } from '../second-factor/challenge.ts';
import { wantedPage } from './wanted-page.ts';

/** The values in the URL fragment to which the callback of an identity provider redirects. */
export interface ProviderReturn {
  error: string | null;
  provider: string | null;
  /** The provider that was linked. */
  linked: string | null;
  proof: string | null;
}

const RETURN = /^#(?:error|linked|proof|challenge)=/;

interface Fragment extends ProviderReturn {
  returnTo: string | null;
  /** JSON of the refusal of a sign-in that lacks the second factor, for which the sign-in page asks. */
  challenge: string | null;
}

const parse = (hash: string): Fragment => {
  const fragment = new URLSearchParams(hash.slice(1));
  return {
    error: fragment.get('error'),
    provider: fragment.get('provider'),
    linked: fragment.get('linked'),
    proof: fragment.get('proof'),
    returnTo: fragment.get('returnTo'),
    challenge: fragment.get('challenge'),
  };
};

/** Undefined once another page is open. The fragment is removed from the address bar and the history. */
export const useProviderReturn = (): ProviderReturn | undefined => {
  const { hash, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [found, setFound] = useState<{ hash: string; pathname: string }>();
  const isReturn = RETURN.test(hash);
  if (isReturn && (found?.hash !== hash || found.pathname !== pathname)) setFound({ hash, pathname });
  useEffect(() => {
    if (!isReturn) return;
    const { returnTo: stated, challenge } = parse(hash);
    const returnTo = stated ?? (pathname === '/login' ? wantedPage.get() : null);
    const kept: unknown =
      returnTo === null && challenge === null
        ? state
        : {
            ...(returnTo !== null && { from: returnTo }),
            ...(challenge !== null && { challenge: parseChallenge(challenge) }),
          };
    void navigate({ pathname, search }, { replace: true, state: kept });
  }, [isReturn, hash, pathname, search, state, navigate]);
  const result = found?.pathname === pathname ? parse(found.hash) : undefined;
  return result?.challenge === null ? result : undefined;
};
