import type { IncomingMessage } from 'node:http';
import { escapeHtml } from '@qr-attendance/server';
import type { ProviderPerson } from './settings.ts';
import { type Language, texts } from './texts.ts';

export const languageOf = ({ headers }: Pick<IncomingMessage, 'headers'>): Language =>
  /^de\b/i.test(headers['accept-language'] ?? '') ? 'de' : 'en';

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { margin: 2rem auto; max-width: 24rem; padding: 0 1rem; }
  h1 { font-size: 1.5rem; }
  button { display: block; font: inherit; margin: 0.75rem 0; padding: 0.75rem 1rem; text-align: start; width: 100%; }
  small { display: block; }`;

const pageOf = (language: Language, title: string, content: string): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body><main><h1>${title}</h1>${content}</main></body>
</html>`;

export const choicePage = (language: Language, people: ProviderPerson[]): string => {
  const text = texts[language];
  const buttons = people.map(
    ({ subject, name, email, role }) =>
      `<button name="person" value="${escapeHtml(subject)}">${escapeHtml(name)}<small>${text[role]}, ${escapeHtml(email)}</small></button>`,
  );
  return pageOf(language, text.signIn, `<p>${text.choose}</p><form method="post">${buttons.join('')}</form>`);
};

/** @param form the hidden form of `oidc-provider` */
export const signOutPage = (language: Language, form: string): string => {
  const { signOut, yes, no } = texts[language];
  const button = (label: string, choice: string) => `<button form="op.logoutForm"${choice}>${label}</button>`;
  return pageOf(language, signOut, form + button(yes, ' name="logout" value="yes"') + button(no, ''));
};

export const signedOutPage = (language: Language): string => pageOf(language, texts[language].signedOut, '');

export const failurePage = (language: Language, error: string): string =>
  pageOf(language, texts[language].failed, `<p><code>${escapeHtml(error)}</code></p>`);
