import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Router, type RequestHandler } from 'express';
import { onlyUnder } from '../http/request-path.ts';
import { documentationPolicy } from '../http/security-headers.ts';
import { openApiDocument } from './openapi.ts';

const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const own = join(import.meta.dirname, 'ui');

const FILES: Record<string, string> = {
  '/api/docs': join(own, 'index.html'),
  '/api/docs/start.js': join(own, 'start.js'),
  '/api/docs/swagger-ui.css': join(swaggerUi, 'swagger-ui.css'),
  '/api/docs/swagger-ui-bundle.js': join(swaggerUi, 'swagger-ui-bundle.js'),
  '/api/docs/favicon-32x32.png': join(swaggerUi, 'favicon-32x32.png'),
};

const sendFile =
  (file: string): RequestHandler =>
  (_request, response) => {
    response.sendFile(file, { dotfiles: 'allow', headers: { 'Cache-Control': 'no-cache' } });
  };

let document: string | undefined;
/** The document is created on first use, because it would take a large part of the start-up time. */
const documentText = (): string => (document ??= JSON.stringify(openApiDocument()));

export const documentationRoutes = (): RequestHandler => {
  const router = Router();
  router.get('/api/openapi.json', (_request, response) => {
    response.setHeader('Cache-Control', 'no-cache');
    response.type('json').send(documentText());
  });
  router.use('/api/docs', documentationPolicy);
  for (const [path, file] of Object.entries(FILES)) router.get(path, sendFile(file));
  return onlyUnder(['/api/docs', '/api/openapi.json'], router);
};
