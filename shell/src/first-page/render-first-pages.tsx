import { iconStyles } from '@ant-design/icons/es/utils';
import { LoadingState } from '@qr-attendance/ui-kit';
import type { Language } from '@qr-attendance/web-kit';
import { drawInEachLanguage, toHtml } from '@qr-attendance/web-kit/first-pages';
import type { ReactNode } from 'react';
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
  toHtml(<IdentityContext value={identity(status)}>{page}</IdentityContext>);

export type FirstPageParts = Record<'frame' | 'frame-checking' | FirstPage, string>;

/**
 * What a page shows before its scripts are there, in each language: the frame, with an empty `main`, and what goes into it.
 * Drawn by the app's own components, in Node, by the build.
 * @returns HTML, and the sheet that icons bring along
 */
export const renderFirstPages = async (): Promise<{
  pages: Record<Language, FirstPageParts>;
  iconStyles: string;
}> => ({
  pages: await drawInEachLanguage('shell', { en, de }, () => ({
    frame: draw('anonymous', <Frame>{null}</Frame>),
    'frame-checking': draw('checking', <Frame>{null}</Frame>),
    home: draw('anonymous', <HomePage />),
    'home-checking': draw('checking', <HomePage />),
    'sign-in': draw('anonymous', <LoginPage />),
    checking: draw('checking', <RequireSignedIn>{null}</RequireSignedIn>),
    loading: draw('checking', <LoadingState />),
  })),
  iconStyles,
});
