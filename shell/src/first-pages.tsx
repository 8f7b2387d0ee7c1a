import { iconStyles } from '@ant-design/icons/es/utils';
import { LoadingState } from '@qr-attendance/ui-kit';
import type { FirstPage } from '@qr-attendance/page-start/app';
import { renderInEachLanguage, toHtml } from '@qr-attendance/page-start/first-pages';
import type { Language } from '@qr-attendance/web-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Frame } from './frame/frame.tsx';
import { RequireSignedIn } from './guards/guards.tsx';
import { IdentityContext, type IdentityActions } from './identity/identity-context.ts';
import { FormCard } from './pages/form-card.tsx';
import { HomePage } from './pages/home-page.tsx';
import { LoginPage } from './pages/login-page.tsx';
import { catalog } from './texts/index.ts';

const unavailable = (): never => {
  throw new Error('only the app does that');
};
const identity = (status: 'anonymous' | 'checking'): IdentityActions => ({
  state: { status },
  api: {
    call: unavailable,
    page: unavailable,
    file: unavailable,
    stream: unavailable,
  } as IdentityActions['api'],
  renewalRetry: undefined,
  movedTo: undefined,
  signIn: unavailable,
  register: unavailable,
  storeSignIn: unavailable,
  resumeSignIn: unavailable,
  renewToken: unavailable,
  signOut: unavailable,
  finishSignOut: unavailable,
  reload: unavailable,
});

const draw = (status: 'anonymous' | 'checking', page: ReactNode): string =>
  toHtml(<IdentityContext value={identity(status)}>{page}</IdentityContext>);

/** The sign-in page of an institution with identity providers, which the build does not know. */
const WithProviders = () => {
  const { t } = useTranslation('shell');
  return (
    <FormCard title={t('login.title')} other={{ to: '/register', label: t('login.toRegister') }}>
      <LoadingState rows={1} />
    </FormCard>
  );
};

export type FirstPageParts = Record<'frame' | 'frame-checking' | FirstPage, string>;

/**
 * Renders, in each language, what a page shows before its scripts have loaded: the frame with an empty
 * `main`, and its possible contents. The build runs the app's components in Node.
 * @returns HTML and the style sheet of the icons
 */
export const renderFirstPages = async (): Promise<{
  pages: Record<Language, FirstPageParts>;
  iconStyles: string;
}> => ({
  pages: await renderInEachLanguage(catalog, () => ({
    frame: draw('anonymous', <Frame>{null}</Frame>),
    'frame-checking': draw('checking', <Frame>{null}</Frame>),
    home: draw('anonymous', <HomePage />),
    'home-checking': draw('checking', <HomePage />),
    'sign-in': draw('anonymous', <LoginPage />),
    'sign-in-providers': draw('anonymous', <WithProviders />),
    checking: draw('checking', <RequireSignedIn>{null}</RequireSignedIn>),
    loading: draw('checking', <LoadingState />),
  })),
  iconStyles,
});
