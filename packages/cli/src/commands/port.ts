import { createServer } from 'node:net';
import { StartError } from '@qr-attendance/stack';

export const ensurePortIsFree = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE' ? 'is already taken' : `cannot be used (${error.code ?? error.message})`;
      reject(
        new StartError(`Port ${port} ${why}. Choose another one, for example: PORT=${port + 1} npm start`),
      );
    });
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
