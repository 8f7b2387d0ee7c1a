import { basename } from 'node:path';
import type { ServerResponse } from 'node:http';

/** A content hash in the name: such a file never changes. */
const HASHED = /\.[0-9a-f]{8,}\./;
export const isHashed = (file: string): boolean => HASHED.test(file);

/** Hashed assets may be kept for ever; all else (html, manifests, `remotes.json`) is asked for again. */
export const setCacheHeaders = (response: ServerResponse, file: string): void => {
  response.setHeader(
    'Cache-Control',
    isHashed(basename(file)) ? 'public, max-age=31536000, immutable' : 'no-cache',
  );
};
