// The demo's identity provider, as a process of its own. The argument names its settings file.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createProvider } from './create-provider.ts';
import { readSettings } from './settings.ts';

const settings = await readSettings(process.argv[2] ?? '');
const { host, port, tls } = settings;
const listener = createProvider(settings);
const server = tls
  ? createTlsServer({ cert: await readFile(tls.certFile), key: await readFile(tls.keyFile) }, listener)
  : createServer(listener);
server.listen(port, host);
// The supervisor has exited.
process.once('disconnect', () => process.exit());
