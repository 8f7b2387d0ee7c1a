import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** A web server with each folder at the path of its name. Files that match `broken` return an error. */
export const serveFolders = async (
  folders: Record<string, string>,
  broken: RegExp,
): Promise<{ urlOf: (name: string) => string; stop: () => Promise<void> }> => {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://server');
    const [, name = '', ...rest] = pathname.split('/');
    const folder = folders[name];
    const file =
      folder && !broken.test(pathname) ? readFile(join(folder, ...rest)) : Promise.reject(new Error());
    file.then(
      (content) => response.end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (name) => `http://127.0.0.1:${port}/${name}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
