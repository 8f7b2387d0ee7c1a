/** Only asymmetric algorithms: unsigned tokens, and tokens signed with the client secret, are rejected. */
export const ALGORITHMS = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');

/** A provider that states no algorithms signs with RS256. */
export const acceptedAlgorithms = (offered: readonly string[] = ['RS256']): string[] =>
  offered.filter((algorithm) => ALGORITHMS.includes(algorithm));
