import type { ComponentType } from 'react';
import { loadChunk } from './sign-in/load-chunk.ts';

export interface ShellPage {
  title: string;
  /** Omitted for pages in the main chunk. */
  load?: () => Promise<ComponentType>;
  signedIn?: true;
  /** Opens without antd's theme. */
  plain?: true;
}

export const shellPages = {
  '': { title: 'common:product' },
  login: {
    title: 'shell:login.title',
    plain: true,
    load: async () => {
      const { LoginPage, preloadProviders } = await import(
        /* webpackChunkName: "login" */ './pages/login-page.tsx'
      );
      await preloadProviders();
      return LoginPage;
    },
  },
  register: {
    title: 'shell:register.title',
    load: async () => (await import('./pages/register-page.tsx')).RegisterPage,
  },
  'finish-registration': {
    title: 'account:finish.title',
    load: async () => (await import('./account/chunk.ts')).FinishRegistrationPage,
  },
  'forgot-password': {
    title: 'account:forgot.title',
    load: async () => (await import('./account/chunk.ts')).ForgotPasswordPage,
  },
  'reset-password': {
    title: 'account:reset.title',
    load: async () => (await import('./account/chunk.ts')).ResetPasswordPage,
  },
  'sign-in-link': {
    title: 'account:link.title',
    load: async () => (await import('./account/chunk.ts')).SignInLinkPage,
  },
  'verify-email': {
    title: 'account:verify.title',
    load: async () => (await import('./account/chunk.ts')).VerifyEmailPage,
  },
  unsubscribe: {
    title: 'account:unsubscribe.title',
    load: async () => (await import('./account/chunk.ts')).UnsubscribePage,
  },
  'signed-in': {
    title: 'providers:finish.title',
    plain: true,
    load: async () => (await loadChunk()).FinishSignInPage,
  },
  confirmed: {
    title: 'providers:confirmed.title',
    signedIn: true,
    plain: true,
    load: async () => (await loadChunk()).ConfirmedPage,
  },
  receipt: {
    title: 'receipt:title',
    load: async () => (await import('./receipt/chunk.ts')).ReceiptPage,
  },
  go: {
    title: 'shell:code.title',
    plain: true,
    load: async () => (await import('./pages/code-page.tsx')).CodePage,
  },
  account: {
    title: 'account:title',
    signedIn: true,
    load: async () => (await import('./account/chunk.ts')).AccountPage,
  },
  'account/check': {
    title: 'account:check.title',
    signedIn: true,
    load: async () => (await import('./account/chunk.ts')).AccountCheckPage,
  },
} as const satisfies Record<string, ShellPage>;
