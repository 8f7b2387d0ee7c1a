import { readFile } from 'node:fs/promises';
import { gatewayTokenOf, type Secrets, secretsSchema, ticketSecretsOf } from '@qr-attendance/stack';
import { parse } from 'yaml';
import { z } from 'zod';

/** Unused keys exist with an empty value, so that values.yaml can refer to a key before its secret is set. */
const listOf = (secrets: string[] | undefined): string => (secrets ?? []).join(',');
const listFrom = (text = ''): string[] => text.split(',').filter((secret) => secret !== '');
const NEXT = 'next.json';

export const toSecretData = (secrets: Secrets): Record<string, string> => ({
  'internal-token': secrets.internalToken,
  'gateway-token': gatewayTokenOf(secrets.internalToken),
  'internal-tokens-accepted': listOf(secrets.internalTokensAccepted),
  'pin-pepper': secrets.pinPepper,
  'pin-pepper-version': String(secrets.pinPepperVersion ?? 1),
  'pin-peppers-other': JSON.stringify(secrets.pinPeppersOther ?? {}),
  'client-cookie-secret': secrets.clientCookieSecret,
  'client-cookie-secrets-accepted': listOf(secrets.clientCookieSecretsAccepted),
  'access-token-private.jwk': secrets.accessToken.privateKey,
  'access-token-public.json': secrets.accessToken.publicKeys,
  'ticket-private.jwk': secrets.ticket.privateKey,
  'ticket-public.json': secrets.ticket.publicKeys,
  'ticket-secret': secrets.ticketSecret,
  'ticket-secrets': listOf(ticketSecretsOf(secrets)),
  'receipt-private.jwk': secrets.receipt.privateKey,
  'receipt-public.json': secrets.receipt.publicKeys,
  // The next secret during a rotation; no pod receives this key.
  [NEXT]: JSON.stringify(secrets.next ?? {}),
});

const fileSchema = z.looseObject({
  kind: z.literal('Secret'),
  metadata: z.looseObject({ namespace: z.string().optional() }),
  stringData: z.record(z.string(), z.string()),
});

export const readSecretFile = async (file: string): Promise<{ secrets: Secrets; namespace?: string }> => {
  const { metadata, stringData: data } = fileSchema.parse(parse(await readFile(file, 'utf8')));
  const json = (key: string): unknown => JSON.parse(data[key] ?? '{}');
  const pair = (name: string) => ({
    privateKey: data[`${name}-private.jwk`],
    publicKeys: data[`${name}-public.json`],
  });
  const secrets = secretsSchema.parse({
    postgresPassword: '',
    mongoPassword: '',
    internalToken: data['internal-token'],
    internalTokensAccepted: listFrom(data['internal-tokens-accepted']),
    pinPepper: data['pin-pepper'],
    pinPepperVersion: Number(data['pin-pepper-version'] ?? 1),
    pinPeppersOther: json('pin-peppers-other'),
    clientCookieSecret: data['client-cookie-secret'],
    clientCookieSecretsAccepted: listFrom(data['client-cookie-secrets-accepted']),
    accessToken: pair('access-token'),
    ticket: pair('ticket'),
    ticketSecret: data['ticket-secret'],
    ticketSecretsAccepted: listFrom(data['ticket-secrets']).filter((one) => one !== data['ticket-secret']),
    receipt: pair('receipt'),
    next: json(NEXT),
  });
  return { secrets, ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }) };
};
