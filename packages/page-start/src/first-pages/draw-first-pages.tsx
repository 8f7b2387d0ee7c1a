// Only the build imports this module; it renders first pages in Node.
import type { Profile, User } from '@qr-attendance/contracts';
import {
  DEFAULT_LANGUAGE,
  HostProvider,
  i18n,
  kitCatalogs,
  languages,
  TextsProvider,
  type Catalog,
  type Host,
  type Language,
} from '@qr-attendance/web-kit';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';

const textsIn = async (language: Language, catalogs: Catalog[]) =>
  Object.fromEntries(
    await Promise.all(
      catalogs.map(async ({ namespace, en, load }) => [
        namespace,
        // A language that is not complete yet lacks files; their texts stay in English.
        language === DEFAULT_LANGUAGE ? en : await load(language).catch(() => ({})),
      ]),
    ),
  );

export const renderInEachLanguage = async <Drawn,>(
  catalog: Catalog,
  draw: () => Drawn,
): Promise<Record<Language, Drawn>> => {
  const all = Object.keys(languages) as Language[];
  const resources = await Promise.all(
    all.map(async (language) => [language, await textsIn(language, [...kitCatalogs, catalog])]),
  );
  await i18n.init({
    resources: Object.fromEntries(resources),
    fallbackLng: 'en',
    defaultNS: 'common',
    fallbackNS: 'common',
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  const drawn: Partial<Record<Language, Drawn>> = {};
  for (const language of all) {
    await i18n.changeLanguage(language);
    drawn[language] = draw();
  }
  return drawn as Record<Language, Drawn>;
};

export const toHtml = (page: ReactNode, path = '/'): string =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={[path]}>
      <TextsProvider>{page}</TextsProvider>
    </MemoryRouter>,
    // Removes React's preload links, because the page contains the pictures a few lines below.
  ).replace(/^<link rel="preload"[^>]*>/, '');

const unavailable = (): never => {
  throw new Error('only the app does that');
};
const nobody: Host = {
  api: { call: unavailable, page: unavailable, file: unavailable, stream: unavailable } as Host['api'],
  identity: { user: {} as User, profile: {} as Profile, reload: unavailable },
};

interface FirstPage {
  path: string;
  name: string;
  userType?: string;
  page: ReactNode;
}

export const renderFirstPagesToHtml =
  ({ basePath, catalog, pages }: { basePath: string; catalog: Catalog; pages: FirstPage[] }) =>
  async () => {
    const draw = () =>
      pages.map(({ page, path }) =>
        toHtml(
          <HostProvider basePath={basePath} host={nobody}>
            {page}
          </HostProvider>,
          `${basePath}/${path}`,
        ),
      );
    const drawn = await renderInEachLanguage(catalog, draw);
    return pages.map(({ page: _, ...about }, number) => ({
      ...about,
      html: Object.fromEntries(Object.entries(drawn).map(([language, html]) => [language, html[number]])),
    }));
  };
