import { basename } from 'node:path';
import type { ServerResponse } from 'node:http';

/** A file with a content hash in its name is immutable. */
const HASHED = /\.[0-9a-f]{8,}\./;
export const isHashed = (file: string): boolean => HASHED.test(file);

/** Hashed assets are cached forever; everything else (HTML, manifests, `remotes.json`) is revalidated. */
export const setCacheHeaders = (response: ServerResponse, file: string): void => {
  response.setHeader(
    'Cache-Control',
    isHashed(basename(file)) ? 'public, max-age=31536000, immutable' : 'no-cache',
  );
};
