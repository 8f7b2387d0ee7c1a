import { Router } from 'express';
import type { GatewayConfig } from '../config.ts';

/**
 * Takes the place of the worker that a browser has, removes what that one kept, and then itself. Pages that are open go on
 * by the network.
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

/** In place of the shell's service worker one that removes itself, where the settings ask for it. */
export const serveServiceWorker = ({ SERVICE_WORKER }: Pick<GatewayConfig, 'SERVICE_WORKER'>): Router => {
  const router = Router();
  if (SERVICE_WORKER === 'off')
    router.get('/sw.js', (_request, response) => {
      response.setHeader('Cache-Control', 'no-cache');
      response.type('js').send(REMOVES_ITSELF);
    });
  return router;
};
