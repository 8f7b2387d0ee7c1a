export interface CookieJar {
  set: (name: string, value: string, path: string) => void;
  take: (setCookies: string[]) => void;
  headerFor: (path: string) => Record<string, string>;
}

export const createCookieJar = (): CookieJar => {
  const cookies = new Map<string, { value: string; path: string }>();
  const set: CookieJar['set'] = (name, value, path) => void cookies.set(name, { value, path });
  return {
    set,
    take: (setCookies) => {
      for (const header of setCookies) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
        const [, path = '/'] = /;\s*path=([^;]+)/i.exec(header) ?? [];
        set(name, value, path);
      }
    },
    headerFor: (path) => {
      const fitting = [...cookies].filter(([, cookie]) => path.startsWith(cookie.path));
      const pairs = fitting.map(([name, { value }]) => `${name}=${value}`);
      const headers: Record<string, string> = {};
      if (pairs.length > 0) headers['cookie'] = pairs.join('; ');
      return headers;
    },
  };
};
