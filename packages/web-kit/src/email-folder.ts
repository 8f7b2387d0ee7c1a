import { parseJson } from '@qr-attendance/contracts';
import { withFullStop } from './api-error.ts';
import { i18n } from './texts/languages.ts';

/**
 * The folder to which this system writes emails as files, instead of sending them, as on a laptop. The gateway writes
 * it into the page with the ways to sign in.
 */
const emailFolder = (): string | undefined => {
  const options = parseJson(document.getElementById('sign-in-options')?.textContent ?? '');
  const { emailFolder: folder } = (options ?? {}) as { emailFolder?: unknown };
  return typeof folder === 'string' ? folder : undefined;
};

const whereFilesAre = (): string | undefined => {
  const folder = emailFolder();
  return folder === undefined ? undefined : i18n.t('common:emailFiles', { folder });
};

/** Tells the recipient of an email where it is. */
export const whereEmailsAre = (): string => whereFilesAre() ?? i18n.t('common:inbox');

/** Tells the sender of an email where it is, if it is a file. */
export const withEmailFiles = (text: string): string => {
  const where = whereFilesAre();
  return where === undefined ? text : `${withFullStop(text)} ${where}`;
};
