import { join } from 'node:path';
import type { AreaName } from '@qr-attendance/contracts/areas';
import { ROOT } from '../test-command/run-program.ts';
import type { Catalog, Texts } from './find-texts.ts';

export type WebApp = 'shell' | AreaName;

export const folderOf = (app: WebApp): string => (app === 'shell' ? app : `mfe-${app}`);

const readTexts = async (namespace: string, file: string, name = 'texts'): Promise<Catalog> => {
  const module = (await import(join(ROOT, file))) as Record<string, Texts>;
  return { namespace, texts: module[name] ?? {} };
};

/** The English texts that all apps share. */
export const readSharedCatalogs = (): Promise<Catalog[]> =>
  Promise.all([
    readTexts('common', 'packages/web-kit/src/messages/common.en.ts', 'common'),
    readTexts('specified', 'packages/web-kit/src/messages/specified.en.ts', 'specified'),
  ]);

/** The English texts of an app. */
export const readCatalogs = async (app: WebApp): Promise<Catalog[]> => {
  if (app !== 'shell') return [await readTexts(app, `mfe-${app}/src/messages/en.ts`)];
  return Promise.all([
    readTexts('shell', 'shell/src/messages/en.ts'),
    readTexts('account', 'shell/src/messages/account.en.ts'),
    readTexts('receipt', 'shell/src/messages/receipt.en.ts'),
  ]);
};
