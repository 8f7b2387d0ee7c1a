/**
 * An administrator registers these URLs with the provider. They are built from the configuration, because the Host
 * header of a request can be forged.
 */
export const addressesOf = (publicOrigins: readonly string[], providerId: string) => {
  const origin = publicOrigins[0] ?? '';
  const base = `${origin}/api/auth/oidc/${providerId}`;
  return {
    redirectUri: `${base}/callback`,
    backChannelLogoutUri: `${base}/back-channel-logout`,
    postLogoutRedirectUri: `${origin}/login`,
  };
};

export const startUrlOf = (publicOrigins: readonly string[], providerId: string): string =>
  `${publicOrigins[0] ?? ''}/api/auth/oidc/${providerId}/start`;
