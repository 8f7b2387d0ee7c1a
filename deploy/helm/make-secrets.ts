import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeSecrets } from '@qr-attendance/stack';
import { stringify } from 'yaml';

const { values } = parseArgs({
  options: {
    name: { type: 'string', default: 'qr-attendance' },
    namespace: { type: 'string', default: 'attendance' },
    output: { type: 'string' },
  },
});

/** Of where npm was called. */
const fileOf = (output: string): string => resolve(process.env['INIT_CWD'] ?? '', output);

const write = async (text: string): Promise<void> => {
  if (values.output === undefined) {
    process.stdout.write(text);
    return;
  }
  const file = fileOf(values.output);
  try {
    // Never over one that is there: the databases were filled with what it says.
    await writeFile(file, text, { mode: 0o600, flag: 'wx' });
    console.log(
      `New keys are in ${file} now. Next: kubectl create -f ${values.output}, then keep the file safe.`,
    );
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
    console.error(
      isThere
        ? `${file} is there already and stays as it is; a system that was set up with its keys needs them.`
        : `${file} cannot be written: ${(error as Error).message}`,
    );
    process.exit(1);
  }
};

// New keys of a system as a Secret, for `kubectl create`; the examples name these keys.
const { internalToken, pinPepper, clientCookieSecret, ...keys } = makeSecrets();
const { accessToken, ticket, ticketSecret, receipt } = keys;
await write(
  stringify({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: values.name, namespace: values.namespace },
    type: 'Opaque',
    // Another key in the place of one in use would sign everybody out and make every PIN wrong.
    immutable: true,
    stringData: {
      'internal-token': internalToken,
      'pin-pepper': pinPepper,
      'client-cookie-secret': clientCookieSecret,
      'access-token-private.jwk': accessToken.privateKey,
      'access-token-public.json': accessToken.publicKeys,
      'ticket-private.jwk': ticket.privateKey,
      'ticket-public.json': ticket.publicKeys,
      'ticket-secret': ticketSecret,
      'receipt-private.jwk': receipt.privateKey,
      'receipt-public.json': receipt.publicKeys,
    },
  }),
);
