import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { canRunJavaProgram, installJavaProgram, type JavaProgram } from '@qr-attendance/stack';

const VERSION = '26.7.3';
const ARCHIVE = `keycloak-quarkus-dist-${VERSION}.zip`;
const SHA256 = '27a6535553c3cdcd083872ba40629efafb3475e3b758e0c6f691395561dd0f1f';

const KEYCLOAK: JavaProgram = {
  title: 'Keycloak',
  name: `keycloak-${VERSION}`,
  goals: ['copy', 'unpack'],
  options: [`-Dartifact=org.keycloak:keycloak-quarkus-dist:${VERSION}:zip`],
  verify: async (folder) => {
    const archive = join(folder, ARCHIVE);
    const hash = createHash('sha256');
    await pipeline(createReadStream(archive), hash);
    const sum = hash.digest('hex');
    if (sum !== SHA256) throw new Error(`${ARCHIVE} has the checksum ${sum}`);
    await rm(archive);
  },
};

export const canRunKeycloak = (): Promise<boolean> => canRunJavaProgram(KEYCLOAK);

/** @returns the folder that contains `bin/kc.sh` */
export const installKeycloak = async (): Promise<string> =>
  join(await installJavaProgram(KEYCLOAK), `keycloak-${VERSION}`);
