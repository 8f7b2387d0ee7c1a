import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { NotLoaded } from './not-loaded.tsx';
import { PathBoundary } from './path-boundary.tsx';

/** Keeps the frame visible if a page of the shell fails to load. */
export const PageBoundary = ({ children }: { children: ReactNode }) => (
  <PathBoundary path={useLocation().pathname} fallback={() => <NotLoaded />}>
    {children}
  </PathBoundary>
);
