import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The token from the fragment of the emailed link; browsers do not send fragments to servers. Removes it from
 * the address bar and the history, where the next user of this device could find it.
 */
export const useMailedToken = (): string | undefined => {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState<string>();
  const found = hash.slice(1);
  // Opening a second link on the same page changes only the fragment.
  if (found && found !== token) setToken(found);
  useEffect(() => {
    if (hash) void navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);
  return token;
};
