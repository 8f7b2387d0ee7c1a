import { createServer } from 'node:net';
import { StartError } from '@qr-attendance/stack';

const LAST_PRIVILEGED = 1023;
const LAST = 65_535;

const explain = (host: string, port: number, { code, message }: NodeJS.ErrnoException): string => {
  if (code === 'EACCES' && port <= LAST_PRIVILEGED)
    return `Only an administrator of this machine may use port ${port}. Choose one from 1024, for example: PORT=8080 npm start`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST is wrong: this machine has no address ${host}.`;
  const why =
    code === 'EADDRINUSE' ? 'is already taken by another program' : `cannot be used (${code ?? message})`;
  const other = port < LAST ? Math.max(port, LAST_PRIVILEGED) + 1 : 8080;
  return `Port ${port} ${why}. Choose another one, for example: PORT=${other} npm start`;
};

export const ensurePortIsFree = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(new StartError(explain(host, port, error))));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
