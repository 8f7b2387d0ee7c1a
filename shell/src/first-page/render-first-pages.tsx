import { iconStyles } from '@ant-design/icons/es/utils';
import { LoadingState } from '@qr-attendance/ui-kit';
import { languages, type Language } from '@qr-attendance/web-kit';
import { sharedTexts } from '@qr-attendance/web-kit/messages/all-languages';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { MemoryRouter } from 'react-router-dom';
import { Frame } from '../frame/frame.tsx';
import { RequireSignedIn } from '../guards/guards.tsx';
import { IdentityContext, type IdentityActions } from '../identity/identity-context.ts';
import { texts as de } from '../messages/de.ts';
import { texts as en } from '../messages/en.ts';
import { HomePage } from '../pages/home-page.tsx';
import { LoginPage } from '../pages/login-page.tsx';
import type { FirstPage } from './first-page-of.ts';

const notYet = (): never => {
  throw new Error('only the app does that');
};
const identity = (status: 'anonymous' | 'checking'): IdentityActions => ({
  state: { status },
  api: { call: notYet, page: notYet, file: notYet, stream: notYet } as IdentityActions['api'],
  renewalRetry: undefined,
  signIn: notYet,
  register: notYet,
  signOut: notYet,
  reload: notYet,
});

const draw = (status: 'anonymous' | 'checking', page: ReactNode): string =>
  renderToStaticMarkup(
    <MemoryRouter>
      <IdentityContext value={identity(status)}>{page}</IdentityContext>
    </MemoryRouter>,
    // React asks for pictures ahead of all else; the page has them a few lines on.
  ).replace(/^<link rel="preload"[^>]*>/, '');

export type FirstPageParts = Record<'frame' | 'frame-checking' | FirstPage, string>;

/**
 * What a page shows before its scripts are there, in each language: the frame, with an empty `main`, and what goes into it.
 * Drawn by the app's own components, in Node, by the build.
 * @returns HTML, and the sheet that icons bring along
 */
export const renderFirstPages = async (): Promise<{
  pages: Record<Language, FirstPageParts>;
  iconStyles: string;
}> => {
  await i18next.use(initReactI18next).init({
    resources: { en: { ...sharedTexts.en, shell: en }, de: { ...sharedTexts.de, shell: de } },
    fallbackLng: 'en',
    defaultNS: 'common',
    fallbackNS: 'common',
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  const pages = {} as Record<Language, FirstPageParts>;
  for (const language of Object.keys(languages) as Language[]) {
    await i18next.changeLanguage(language);
    pages[language] = {
      frame: draw('anonymous', <Frame>{null}</Frame>),
      'frame-checking': draw('checking', <Frame>{null}</Frame>),
      home: draw('anonymous', <HomePage />),
      'home-checking': draw('checking', <HomePage />),
      'sign-in': draw('anonymous', <LoginPage />),
      checking: draw('checking', <RequireSignedIn>{null}</RequireSignedIn>),
      loading: draw('checking', <LoadingState />),
    };
  }
  return { pages, iconStyles };
};
