import express, { Router } from 'express';
import { setCacheHeaders } from './cache-headers.ts';
import { serveCompressed } from './compressed-assets.ts';

/** Files of a built app; what is not there is left to the next handler. */
export const serveFolder = (dir: string): Router => {
  const router = Router();
  router.use(serveCompressed(dir));
  router.use(
    express.static(dir, { index: false, redirect: false, dotfiles: 'ignore', setHeaders: setCacheHeaders }),
  );
  return router;
};
