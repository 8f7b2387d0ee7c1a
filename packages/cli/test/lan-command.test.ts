import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa, type ResultPromise } from 'execa';
import { freePort, createAsk } from '@qr-attendance/stack';
import { testServers, type TestServers } from '@qr-attendance/test-kit';

const START = join(import.meta.dirname, '../src/commands/start.ts');

let dataDir: string;
let servers: TestServers;
const launched = new Set<ResultPromise>();
beforeAll(async () => {
  servers = await testServers();
  dataDir = await mkdtemp(join(tmpdir(), 'qr-lan-'));
});
afterAll(async () => {
  for (const child of launched) child.kill('SIGTERM');
  await Promise.all(launched);
  await rm(dataDir, { recursive: true, force: true });
});

interface StartedCommand {
  port: number;
  output: string;
  stop: () => Promise<void>;
}
const launch = (port: number, args: string[], env: Record<string, string> = {}): ResultPromise => {
  const { postgresUrl, mongoUrl } = servers;
  const child = execa(process.execPath, ['--disable-warning=ExperimentalWarning', START, ...args], {
    reject: false,
    all: true,
    env: { PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: postgresUrl, MONGODB_URL: mongoUrl, ...env },
  });
  launched.add(child);
  return child;
};
const start = async (...args: string[]): Promise<StartedCommand> => {
  const port = await freePort();
  const child = launch(port, args);
  const stop = async () => {
    child.kill('SIGTERM');
    await child;
  };
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.all?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Ctrl-C stops everything')) resolve();
    });
    void child.then(() => reject(new Error(`It did not start: ${output}`)));
  });
  return { port, output, stop };
};
const fingerprintAt = (host: string, port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256);
      socket.destroy();
    }).on('error', reject);
  });
const certificate = () => readFile(join(dataDir, 'tls', 'localhost', 'cert.pem'), 'utf8');
const fingerprint = async () => new X509Certificate(await certificate()).fingerprint256;
const postJson = { method: 'POST', headers: { 'content-type': 'application/json' }, timeoutMs: 10_000 };

describe('npm start -- --lan', () => {
  it('serves https with a certificate that the next start reuses', async () => {
    const first = await start('--lan=localhost');
    const own = await fingerprint();
    try {
      const url = `https://localhost:${first.port}`;
      expect(first.output).toContain(`Ready: ${url}`);
      expect(first.output).toMatch(/[█▀▄]{5}/);
      expect(first.output).toContain('A phone warns once');
      expect(first.output).toContain('Passkeys need a host name');
      expect(await fingerprintAt('127.0.0.1', first.port)).toBe(own);

      const ask = createAsk(await certificate());
      expect((await ask(`${url}/login`, { timeoutMs: 10_000 })).status).toBe(200);
      const body = JSON.stringify({ email: 'nobody@campus.example', password: 'nothing at all' });
      expect((await ask(`${url}/api/auth/login`, { ...postJson, body })).status).toBe(401);
      await expect(createAsk()(`${url}/login`, { timeoutMs: 10_000 })).rejects.toThrow('self-signed');
      const [plain] = (await once(get(`http://127.0.0.1:${first.port}/login`), 'response')) as [
        IncomingMessage,
      ];
      // Nobody else finds this machine as localhost, so pages keep their host.
      expect(plain.headers.location).toBe(`https://127.0.0.1:${first.port}/login`);
      expect(first.output).toContain('localhost is no address of this machine');
      expect(first.output).not.toContain('The address was');
    } finally {
      await first.stop();
    }

    const second = await start('--lan=localhost');
    try {
      expect(second.output).not.toContain('The address was');
      expect(await fingerprintAt('127.0.0.1', second.port)).toBe(own);
      const address = Object.values(networkInterfaces())
        .flatMap((all) => all ?? [])
        .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
      if (address) expect(await fingerprintAt(address, second.port)).toBe(own);
    } finally {
      await second.stop();
    }
  });

  it('is optional, and a start without it serves http to this machine only', async () => {
    const { port, output, stop } = await start();
    try {
      expect(output).toContain(`Ready: http://localhost:${port}`);
      expect(output).toContain('Phones cannot open localhost');
      expect((await fetch(`http://127.0.0.1:${port}/login`)).status).toBe(200);
      await expect(fingerprintAt('127.0.0.1', port)).rejects.toThrow();
    } finally {
      await stop();
    }
  });

  it.each([
    ['an address with a port', ['--lan=192.168.1.20:80'], {}, '--lan takes a host name or an IPv4 address'],
    ['an incomplete address', ['--lan=192.168.1'], {}, '--lan takes a host name or an IPv4 address'],
    ['a certificate without its key', ['--lan=localhost'], { TLS_CERT_FILE: 'cert' }, 'go together'],
    [
      'a missing certificate',
      ['--lan=localhost'],
      { TLS_CERT_FILE: '/none', TLS_KEY_FILE: '/none' },
      'TLS_CERT_FILE cannot be read (ENOENT).',
    ],
  ])('rejects %s with a one-sentence error', async (_what, args, env, sentence) => {
    const { exitCode, stderr } = await launch(await freePort(), args, env);
    expect(exitCode).toBe(1);
    expect(String(stderr).trim().split('\n')).toEqual([expect.stringContaining(sentence)]);
  });
});
