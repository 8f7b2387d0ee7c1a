import type { Page } from '@playwright/test';

export interface Authenticator {
  /** Whether the person shows a face or finger when asked; otherwise the prompt is canceled. */
  setVerifies: (verifies: boolean) => Promise<void>;
}

/** Gives a page a platform authenticator, as a phone with a fingerprint reader has. Source: CDP, WebAuthn domain. */
export const addAuthenticator = async (page: Page): Promise<Authenticator> => {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setVerifies: async (isUserVerified) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
};
