import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import express, { Router, type RequestHandler } from 'express';
import { setCacheHeaders } from './cache-headers.ts';
import { isPlainPath, serveCompressed } from './compressed-assets.ts';
import { fetchFile } from './fetch-file.ts';

export const serveFolder = (dir: string): Router => {
  const router = Router();
  router.use(serveCompressed((path) => readFile(join(dir, path))));
  router.use(
    express.static(dir, { index: false, redirect: false, dotfiles: 'ignore', setHeaders: setCacheHeaders }),
  );
  return router;
};

const passFile =
  (url: string): RequestHandler =>
  async (request, response, next) => {
    const asked = (request.method === 'GET' || request.method === 'HEAD') && isPlainPath(request.path);
    const file = asked ? await fetchFile(url + request.path) : undefined;
    if (!file) {
      next();
      return;
    }
    setCacheHeaders(response, request.path);
    response.type(extname(request.path) || 'application/octet-stream');
    if (file.etag !== null) response.setHeader('ETag', file.etag);
    response.send(file.body);
  };

export const serveUrl = (url: string): Router => {
  const router = Router();
  router.use(
    serveCompressed(async (path) => {
      const file = await fetchFile(url + path);
      if (!file) throw new Error('no such file');
      return file.body;
    }),
  );
  router.use(passFile(url));
  return router;
};
