import { platformAuthenticatorIsAvailable } from '@simplewebauthn/browser';
import { useEffect, useState } from 'react';

/** Whether this device can recognize its owner by finger or face; undefined until it has answered. */
export const usePasskeySupport = (): boolean | undefined => {
  const [supported, setSupported] = useState<boolean>();
  useEffect(() => {
    let current = true;
    // Answers false too where the browser knows no passkeys at all.
    platformAuthenticatorIsAvailable()
      .catch(() => false)
      .then((available) => {
        if (current) setSupported(available);
      });
    return () => {
      current = false;
    };
  }, []);
  return supported;
};
