import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { i18n } from './languages.ts';

export const TextsProvider = ({ children }: { children: ReactNode }) => (
  <I18nextProvider i18n={i18n}>{children}</I18nextProvider>
);
