import type { Page } from '@playwright/test';

export interface Answer {
  status?: number;
  body?: unknown;
}

/** `GET /api/sessions/*`: a star stands for one part of the path. */
const matches = (call: string, method: string, path: string): boolean => {
  const [wantedMethod, wantedPath = ''] = call.split(' ');
  return method === wantedMethod && new RegExp(`^${wantedPath.replaceAll('*', '[^/]+')}$`).test(path);
};

/** Answers a call in the server's place from now on; the first `pass` of them still reach it. */
export const answerInstead = async (
  page: Page,
  call: string,
  { status = 400, body = {} }: Answer,
  pass = 0,
): Promise<void> => {
  let seen = 0;
  await page.route(
    (url) => url.pathname.startsWith('/api/'),
    (route) => {
      const request = route.request();
      if (!matches(call, request.method(), new URL(request.url()).pathname) || seen++ < pass)
        return route.fallback();
      return route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });
    },
  );
};
