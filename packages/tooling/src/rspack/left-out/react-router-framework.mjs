import { createContext } from 'react';

/** Replaces modules of React Router's framework mode, which this app does not use. */
export const FrameworkContext = createContext(undefined);
export const usePrefetchBehavior = () => [false, undefined, {}];
export const PrefetchPageLinks = () => null;
export const mergeRefs = (ref) => ref;
