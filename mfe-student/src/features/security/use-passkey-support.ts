import { platformAuthenticatorIsAvailable } from '@simplewebauthn/browser';
import { useEffect, useState } from 'react';

export const usePasskeySupport = (): boolean | undefined => {
  const [supported, setSupported] = useState<boolean>();
  useEffect(() => {
    let current = true;
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
