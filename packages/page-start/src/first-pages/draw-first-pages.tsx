// Used only by the build, which renders first pages in Node.
import type { Profile, User } from '@qr-attendance/contracts';
import {
  HostProvider,
  i18n,
  languages,
  TextsProvider,
  type Host,
  type Language,
  type Texts,
} from '@qr-attendance/web-kit';
import { sharedTexts } from '@qr-attendance/web-kit/messages/all-languages';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';

/** `texts` belong to the app's own namespace. */
export const drawInEachLanguage = async <Drawn,>(
  namespace: string,
  texts: Record<Language, Texts>,
  draw: () => Drawn,
): Promise<Record<Language, Drawn>> => {
  const all = Object.keys(languages) as Language[];
  await i18n.init({
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
    // React preloads pictures, which the page contains a few lines below anyway.
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
