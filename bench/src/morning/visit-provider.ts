import { openBrowser } from '../load/browser.ts';
import type { Answer } from '../load/send.ts';
import type { HallProvider } from './start-provider.ts';

const MAX_REDIRECTS = 10;

/**
 * Signs a person in at the provider, which redirects back.
 * @returns the first answer that leads elsewhere or fails
 */
export const signInAtProvider = async (
  { issuer }: Pick<HallProvider, 'issuer'>,
  address: string,
  accountId: string,
): Promise<Answer> => {
  const browser = openBrowser(issuer);
  try {
    let next = new URL(address);
    for (let count = 0; ; count += 1) {
      const path = next.pathname + next.search;
      const answer = await browser.navigate(
        path.startsWith('/interaction/')
          ? { method: 'POST', path, headers: { 'content-type': 'text/plain' }, body: accountId }
          : { method: 'GET', path, headers: {} },
      );
      if (answer.location === undefined || count === MAX_REDIRECTS) return answer;
      next = new URL(answer.location, next);
      if (next.origin !== issuer) return answer;
    }
  } finally {
    browser.close();
  }
};
