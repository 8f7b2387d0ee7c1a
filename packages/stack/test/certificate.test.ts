import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { generate } from 'selfsigned';
import { storeCertificate, readCertificate } from '../src/lan/certificate.ts';
import { createCertificate } from '../src/lan/create-certificate.ts';

const DAY_MS = 86_400_000;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qr-tls-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('a generated certificate', () => {
  it('covers this machine and its network name, and is valid for at most 825 days', async () => {
    const { cert, certFile, keyFile } = await storeCertificate(folder, '192.168.1.20');
    const certificate = new X509Certificate(cert);
    expect(await readFile(certFile, 'utf8')).toBe(cert);
    expect(certificate.subjectAltName).toBe('DNS:localhost, IP Address:127.0.0.1, IP Address:192.168.1.20');
    const days = (certificate.validToDate.getTime() - certificate.validFromDate.getTime()) / DAY_MS;
    expect(days).toBeGreaterThan(365);
    expect(days).toBeLessThanOrEqual(825);
    expect(certificate.checkPrivateKey(createPrivateKey(await readFile(keyFile)))).toBe(true);
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
  });

  it('is kept for each host, so a laptop that returns to a network reuses its certificate', async () => {
    const first = await storeCertificate(folder, 'hall.local');
    expect((await storeCertificate(folder, 'hall.local')).cert).toBe(first.cert);
    const second = await storeCertificate(folder, 'other.local');
    expect(second.cert).not.toBe(first.cert);
    expect((await stat(second.keyFile)).mode & 0o777).toBe(0o600);
    expect((await storeCertificate(folder, 'hall.local')).cert).toBe(first.cert);
  });

  it('is replaced before it expires, or if it is damaged', async () => {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
      notAfterDate: new Date(Date.now() + 20 * DAY_MS),
      algorithm: 'sha256',
    });
    await mkdir(join(folder, 'tls'));
    await writeFile(join(folder, 'tls', 'cert.pem'), cert);
    await writeFile(join(folder, 'tls', 'key.pem'), key, { mode: 0o644 });
    const renewed = await storeCertificate(folder, 'localhost');
    expect(renewed.cert).not.toBe(cert);
    expect((await stat(renewed.keyFile)).mode & 0o777).toBe(0o600);
    await writeFile(renewed.keyFile, 'damaged');
    expect((await storeCertificate(folder, 'localhost')).cert).not.toBe(renewed.cert);
  });
});

describe('a supplied certificate', () => {
  const write = async (hosts: string[]) => {
    const { cert, key } = await createCertificate(hosts);
    const [certFile, keyFile] = [join(folder, 'cert'), join(folder, 'key')];
    await writeFile(certFile, cert);
    await writeFile(keyFile, key);
    return { cert, certFile, keyFile };
  };

  it('is used if it covers the host', async () => {
    const { cert, certFile, keyFile } = await write(['hall.example']);
    expect(await readCertificate(certFile, keyFile, 'hall.example')).toEqual({
      certFile,
      keyFile,
      cert,
      isOwn: false,
    });
    await expect(readCertificate(certFile, keyFile, '192.168.1.20')).rejects.toThrow(
      'The certificate in TLS_CERT_FILE is not for 192.168.1.20',
    );
  });

  it('is rejected with a one-sentence error if it is invalid or missing', async () => {
    const { certFile, keyFile } = await write(['hall.example']);
    await writeFile(certFile, 'nonsense');
    await expect(readCertificate(certFile, keyFile, 'hall.example')).rejects.toThrow(
      'TLS_CERT_FILE contains no PEM certificate.',
    );
    await expect(readCertificate(join(folder, 'none'), keyFile, 'hall.example')).rejects.toThrow(
      'TLS_CERT_FILE cannot be read (ENOENT).',
    );
  });
});
