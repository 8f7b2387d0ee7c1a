import { useLocation, type Location } from 'react-router';

const LINE_BREAKS = /%0[ad]|%e2%80%a[89]/gi;

/**
 * React Router matches no path with an encoded line break and would render nothing.
 * @returns the location with spaces instead; undefined without line breaks, because an explicit location
 * hides the navigation type
 */
export const useMatchableLocation = (): Location | undefined => {
  const location = useLocation();
  const pathname = location.pathname.replace(LINE_BREAKS, '%20');
  return pathname === location.pathname ? undefined : { ...location, pathname };
};
