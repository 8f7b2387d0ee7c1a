import { parseArgs } from 'node:util';
import { makeSecrets } from '@qr-attendance/stack';
import { stringify } from 'yaml';

const { values } = parseArgs({
  options: {
    name: { type: 'string', default: 'qr-attendance' },
    namespace: { type: 'string', default: 'attendance' },
  },
});

// New keys of a system as a Secret, for `kubectl create`; the examples name these keys.
const { internalToken, pinPepper, clientCookieSecret, accessToken, ticket, receipt } = makeSecrets();
process.stdout.write(
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
      'receipt-private.jwk': receipt.privateKey,
      'receipt-public.json': receipt.publicKeys,
    },
  }),
);
