import { createContext } from 'react';

/** Replaces what React Router's links and forms need in its framework mode, whose context is never provided here. */
export const FrameworkContext = createContext(undefined);
export const usePrefetchBehavior = () => [false, undefined, {}];
export const PrefetchPageLinks = () => null;
export const mergeRefs = (ref) => ref;
