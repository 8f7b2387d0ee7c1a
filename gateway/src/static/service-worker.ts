import { Router } from 'express';
import type { GatewayConfig } from '../config.ts';

/**
 * A script that replaces an installed service worker, deletes its caches, and unregisters itself. Open pages
 * continue to work over the network.
 */
const REMOVES_ITSELF = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => {
  const remove = async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    await registration.unregister();
  };
  event.waitUntil(remove());
});
`;

export const serveServiceWorker = ({ SERVICE_WORKER }: Pick<GatewayConfig, 'SERVICE_WORKER'>): Router => {
  const router = Router();
  if (SERVICE_WORKER === 'off')
    router.get('/sw.js', (_request, response) => {
      response.setHeader('Cache-Control', 'no-cache');
      response.type('js').send(REMOVES_ITSELF);
    });
  return router;
};
