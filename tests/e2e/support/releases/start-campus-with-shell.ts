import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  freePort,
  gatewayEnvironment,
  type ServiceUrls,
  type SupervisedProcess,
  superviseNode,
  waitUntilReady,
} from '@qr-attendance/stack';
import { SERVICE_URLS } from '../global-setup.ts';

const BUILT = join(import.meta.dirname, '../../../../shell/dist');
const HOST = '127.0.0.1';

const startFront = async () => {
  const asked: string[] = [];
  let target = 0;
  let gate = Promise.resolve();
  const server = createServer(async (incoming, answer) => {
    await gate;
    asked.push(incoming.url ?? '');
    // Behaves like a captive portal, which answers any URL with its own page.
    if (incoming.url?.startsWith('/assets/portal.') === true) {
      answer.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to Campus Wi-Fi</h1>');
      return;
    }
    const { method, url, headers } = incoming;
    const passed = request({ host: HOST, port: target, method, path: url, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    url: `http://localhost:${port}`,
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
    passTo: (gatewayPort: number): void => {
      target = gatewayPort;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export interface CampusWithShell {
  url: string;
  asked: string[];
  hold: () => () => void;
  release: (version: 'built' | 'next' | 'before service workers') => Promise<void>;
  restart: (settings: Record<string, string>) => Promise<void>;
  stop: () => Promise<void>;
}

export const startCampusWithShell = async (): Promise<CampusWithShell> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'shell-'));
  const shell = join(dataDir, 'shell');
  const front = await startFront();
  const urls = JSON.parse(process.env[SERVICE_URLS] ?? '{}') as ServiceUrls;
  let gateway: SupervisedProcess | undefined;

  /** Creates the next release: a renamed script that shows its version in the page, and another worker. */
  const createNext = async (): Promise<void> => {
    const page = await readFile(join(shell, 'index.html'), 'utf8');
    const [main = ''] = /\/assets\/main\.[0-9a-f]{8}\.js/.exec(page) ?? [];
    const next = '/assets/main.0e0e0e0e.js';
    const script = await readFile(join(shell, main), 'utf8');
    await writeFile(join(shell, next), `document.documentElement.dataset.release = 'next';${script}`);
    await rm(join(shell, main));
    await rm(join(shell, `${main}.br`));
    await writeFile(join(shell, 'index.html'), page.replaceAll(main, next));
    await writeFile(join(shell, 'sw.js'), `${await readFile(join(shell, 'sw.js'), 'utf8')}\n// next`);
  };
  const release: CampusWithShell['release'] = async (version) => {
    await rm(shell, { recursive: true, force: true });
    await cp(BUILT, shell, { recursive: true });
    if (version === 'next') await createNext();
    if (version === 'before service workers') await rm(join(shell, 'sw.js'));
  };
  const restart: CampusWithShell['restart'] = async (settings) => {
    await gateway?.stop();
    const port = await freePort();
    const { STATIC_SHELL_DIR: _built, ...env } = gatewayEnvironment({ urls, host: HOST, port });
    gateway = await superviseNode(
      'gateway',
      'gateway/src/main.ts',
      { ...env, STATIC_SHELL_DIR: shell, ...settings },
      dataDir,
    );
    await waitUntilReady(gateway, `http://${HOST}:${port}`, { dataDir, ask: undefined });
    front.passTo(port);
  };

  await release('built');
  await restart({});
  return {
    url: front.url,
    asked: front.asked,
    hold: front.hold,
    release,
    restart,
    stop: async () => {
      await gateway?.stop();
      await front.stop();
      await rm(dataDir, { recursive: true });
    },
  };
};
