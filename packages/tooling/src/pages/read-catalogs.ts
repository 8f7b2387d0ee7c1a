import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AreaName } from '@qr-attendance/contracts/areas';
import { DEFAULT_LANGUAGE } from '@qr-attendance/web-kit/language-names';
import { z } from 'zod';
import { ROOT } from '../test-command/run-program.ts';
import type { Catalog, Texts } from './find-texts.ts';

export type WebApp = 'shell' | AreaName;

export const folderOf = (app: WebApp): string => (app === 'shell' ? app : `mfe-${app}`);

export const textsSchema: z.ZodType<Texts> = z.record(
  z.string(),
  z.lazy(() => z.union([z.string(), textsSchema])),
);
const readCatalog = (namespace: string, folder: string): Catalog => {
  const text = readFileSync(join(ROOT, folder, `${DEFAULT_LANGUAGE}.json`), 'utf8');
  return { namespace, texts: textsSchema.parse(JSON.parse(text)) };
};

export const readSharedCatalogs = (): Catalog[] => [
  readCatalog('common', 'packages/web-kit/src/texts/common'),
  readCatalog('specified', 'packages/web-kit/src/texts/specified'),
  readCatalog('flagRates', 'packages/ui-kit/src/report/flag-rates/texts'),
  readCatalog('proof', 'packages/ui-kit/src/proof/texts'),
];

export const readCatalogs = (app: WebApp): Catalog[] =>
  app === 'shell'
    ? [
        readCatalog('shell', 'shell/src/texts'),
        readCatalog('account', 'shell/src/account/texts'),
        readCatalog('receipt', 'shell/src/receipt/texts'),
        readCatalog('providers', 'shell/src/sign-in/texts'),
        readCatalog('secondFactor', 'shell/src/second-factor/texts'),
      ]
    : [readCatalog(app, `${folderOf(app)}/src/texts`)];
