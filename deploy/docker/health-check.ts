// Checks that the process in this container is ready, with whatever certificate it has.
import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';

const { PORT = '3000', TLS_CERT_FILE } = process.env;
const target = { host: '127.0.0.1', port: PORT, path: '/readyz', timeout: 4_000 };
const request = TLS_CERT_FILE ? getHttps({ ...target, rejectUnauthorized: false }) : getHttp(target);
request.on('response', ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1));
request.on('timeout', () => process.exit(1));
request.on('error', () => process.exit(1));
