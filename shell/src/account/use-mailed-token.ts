import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * The token in the address's fragment (`#token=…`), which browsers send to nobody. It is taken out of the address bar and
 * the history at once, so that it is not seen over a shoulder nor found by the next one on this device.
 */
export const useMailedToken = (): string | undefined => {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => new URLSearchParams(hash.slice(1)).get('token') ?? undefined);
  useEffect(() => {
    if (hash) void navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);
  return token;
};
