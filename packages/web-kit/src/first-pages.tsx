// For the build, which renders first pages in Node; not part of any app.
import { languages, type Language } from './messages/language-names.ts';
import { sharedTexts } from './messages/all-languages.ts';
import type { Profile, User } from '@qr-attendance/contracts';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { MemoryRouter } from 'react-router-dom';
import type { Texts } from './messages/catalogue.ts';
import { HostProvider } from './host-context.tsx';
import type { Host } from './remote-contract.ts';

/**
 * Renders in each language what a page shows before its scripts have loaded.
 * @param texts of the app, in its own namespace
 * @param draw called once per language
 */
export const drawInEachLanguage = async <Drawn,>(
  namespace: string,
  texts: Record<Language, Texts>,
  draw: () => Drawn,
): Promise<Record<Language, Drawn>> => {
  const all = Object.keys(languages) as Language[];
  await i18next.use(initReactI18next).init({
    resources: Object.fromEntries(
      all.map((language) => [language, { ...sharedTexts[language], [namespace]: texts[language] }]),
    ),
    fallbackLng: 'en',
    defaultNS: 'common',
    fallbackNS: 'common',
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  const drawn: Partial<Record<Language, Drawn>> = {};
  for (const language of all) {
    await i18next.changeLanguage(language);
    drawn[language] = draw();
  }
  return drawn as Record<Language, Drawn>;
};

export const toHtml = (page: ReactNode, path = '/'): string =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={[path]}>{page}</MemoryRouter>,
    // React preloads images before everything else; they are a few lines further in the page.
  ).replace(/^<link rel="preload"[^>]*>/, '');

const notYet = (): never => {
  throw new Error('only the app does that');
};
const nobody: Host = {
  api: { call: notYet, page: notYet, file: notYet, stream: notYet } as Host['api'],
  identity: { user: {} as User, profile: {} as Profile, reload: notYet },
};

interface FirstPage {
  path: string;
  name: string;
  userType?: string;
  page: ReactNode;
}

/** Creates the `renderFirstPages` export of a remote's `src/first-pages.tsx`. */
export const drawFirstPages =
  ({
    basePath,
    namespace,
    texts,
    pages,
  }: {
    basePath: string;
    namespace: string;
    texts: Record<Language, Texts>;
    pages: FirstPage[];
  }) =>
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
    const drawn = await drawInEachLanguage(namespace, texts, draw);
    return pages.map(({ page: _, ...about }, number) => ({
      ...about,
      html: Object.fromEntries(Object.entries(drawn).map(([language, html]) => [language, html[number]])),
    }));
  };
