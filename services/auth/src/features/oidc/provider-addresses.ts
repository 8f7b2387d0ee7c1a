/** An administrator enters these at the provider. They come from the configuration, because a request can name any host. */
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
