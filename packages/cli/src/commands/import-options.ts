import { emailSchema, importKindSchema, type ImportKind } from '@qr-attendance/contracts';
import {
  createCommandLine,
  Option,
  parseAddress,
  parseBy,
  parseCommandLine,
  parseWholeNumber,
  resolveGiven,
} from '@qr-attendance/server/command-line';
import { StartError } from '@qr-attendance/stack';

export interface ImportOptions {
  file: string;
  kind: ImportKind;
  source?: string | undefined;
  complete: boolean;
  keepLocalChanges: boolean;
  maxChanges: number;
  address: string;
  email: string;
  password: string;
  /** The key of the account's authenticator app, in base32. */
  totpSecret: string | undefined;
}

export const readImportOptions = (): ImportOptions => {
  const program = createCommandLine(
    'npm run import --',
    'Imports a file of the campus system, as an administrator.',
  )
    .argument('<file>', 'CSV file, with the columns of the last import of this kind')
    .addOption(
      new Option('--kind <kind>', 'what the file contains')
        .choices(importKindSchema.options)
        .makeOptionMandatory(),
    )
    .option('--source <name>', 'system that the file comes from; needed if IMPORT_SOURCES has several')
    .requiredOption('--address <address>', 'address of the system', parseAddress)
    .requiredOption(
      '--email <address>',
      'email address of the administrator; IMPORT_PASSWORD has the password, IMPORT_TOTP_SECRET the key of the authenticator app if there is one',
      parseBy(emailSchema, 'an email address, such as ada@campus.example'),
    )
    .option('--complete', 'end what earlier files stated and this one lacks', false)
    .option('--keep-local-changes', 'leave out values that override what was changed in the system', false)
    .option(
      '--max-changes <number>',
      'change and end as many rows, even if that is more than usual',
      parseWholeNumber(0),
      0,
    )
    .action(() => undefined);
  parseCommandLine(program);
  const { IMPORT_PASSWORD: password, IMPORT_TOTP_SECRET: totpSecret } = process.env;
  if (!password) throw new StartError('Set IMPORT_PASSWORD to the password of the administrator.');
  const [file] = program.processedArgs;
  return { ...program.opts(), file: resolveGiven(file), password, totpSecret: totpSecret || undefined };
};
