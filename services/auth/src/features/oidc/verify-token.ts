import { type JWTPayload, jwtVerify, type JWTVerifyOptions } from 'jose';
import { CLOCK_TOLERANCE_SECONDS, type ProviderClient } from './provider-clients.ts';
import { ALGORITHMS } from './rules/accepted-algorithms.ts';

/** Verifies that the provider signed the token for this product. */
export const verifyToken = async (
  { configuration, issuer, keys }: ProviderClient,
  token: string,
  options: Pick<JWTVerifyOptions, 'maxTokenAge'> = {},
): Promise<JWTPayload> => {
  const { payload } = await jwtVerify(token, keys, {
    ...options,
    issuer,
    audience: configuration.clientMetadata().client_id,
    algorithms: ALGORITHMS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
  });
  return payload;
};
