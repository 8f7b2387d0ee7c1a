import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { attacks } from '../src/attacks/list.ts';
import { prepareSwitches } from '../src/defenses/switches.ts';

it('Every defense that an attack switches off is where the attack expects it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'qr-defenses-'));
  try {
    const prepared = prepareSwitches(
      attacks.flatMap(({ defenses }) => defenses),
      folder,
    );
    expect((await prepared).env['ATTACK_DEFENSES']).toContain(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
