import { errors, type JWTPayload, jwtVerify, type JWTVerifyOptions } from 'jose';
import { ALGORITHMS, CLOCK_TOLERANCE_SECONDS, type ProviderClient } from './provider-clients.ts';

/** Verifies that the provider signed the token for this product. */
export const verifyToken = async (
  { configuration, issuer, keys, reloadKeys }: ProviderClient,
  token: string,
  options: Pick<JWTVerifyOptions, 'maxTokenAge'> = {},
): Promise<JWTPayload> => {
  const verify = () =>
    jwtVerify(token, keys, {
      ...options,
      issuer,
      audience: configuration.clientMetadata().client_id,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    });
  try {
    return (await verify()).payload;
  } catch (error) {
    // The provider has replaced its keys since they were read.
    if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
    await reloadKeys();
    return (await verify()).payload;
  }
};
