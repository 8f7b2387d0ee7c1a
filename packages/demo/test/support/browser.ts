import { type CookieJar, createCookieJar } from '@qr-attendance/test-kit';

export interface Page {
  url: URL;
  text: string;
}

/** A browser that keeps cookies by origin and follows redirects. */
export const openBrowser = () => {
  const jars = new Map<string, CookieJar>();
  const send = async (url: URL, init: RequestInit = {}): Promise<Response> => {
    const jar = jars.get(url.origin) ?? createCookieJar();
    jars.set(url.origin, jar);
    const headers = { ...(init.headers as Record<string, string>), ...jar.headerFor(url.pathname) };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    jar.take(response.headers.getSetCookie());
    return response;
  };
  const visit = async (address: string | URL, init?: RequestInit): Promise<Page> => {
    const url = new URL(address);
    const response = await send(url, init);
    const location = response.headers.get('location');
    if (location !== null) return visit(new URL(location, url));
    return { url, text: await response.text() };
  };
  return { visit };
};
