import { freePort, installPythonProgram, waitUntil } from '@qr-attendance/stack';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { execa } from 'execa';

const BUCKET = 'backups';
const credentials = { accessKeyId: 'tester', secretAccessKey: 'not checked' };

export const findObjectStorage = (): Promise<string | undefined> =>
  installPythonProgram({ name: 'moto[server]', version: '5.2.5', program: 'moto_server' }).catch(
    () => undefined,
  );

export const startObjectStorage = async (program: string) => {
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const server = execa(program, ['--host', '127.0.0.1', '--port', String(port)], { reject: false });
  const client = new S3Client({ endpoint, forcePathStyle: true, region: 'us-east-1', credentials });
  await waitUntil(() => client.send(new CreateBucketCommand({ Bucket: BUCKET })), { withinMs: 60_000 });
  return {
    client,
    bucket: BUCKET,
    env: {
      BACKUP_ENDPOINT: endpoint,
      BACKUP_BUCKET: BUCKET,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    stop: async () => {
      client.destroy();
      server.kill();
      await server;
    },
  };
};
