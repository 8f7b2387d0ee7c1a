import express, { type RequestHandler } from 'express';
import { setCacheHeaders } from './cache-headers.ts';

/** Files of a built app; what is not there is left to the next handler. */
export const serveFolder = (dir: string): RequestHandler =>
  express.static(dir, { index: false, redirect: false, dotfiles: 'ignore', setHeaders: setCacheHeaders });
