import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * The token that the mailed link has as its fragment, which browsers send to nobody. It is taken out of the address bar and
 * the history at once, so that it is not seen over a shoulder nor found by the next one on this device.
 */
export const useMailedToken = (): string | undefined => {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState<string>();
  const found = hash.slice(1);
  // A link that is opened where its page is shown already changes the fragment alone.
  if (found && found !== token) setToken(found);
  useEffect(() => {
    if (hash) void navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);
  return token;
};
