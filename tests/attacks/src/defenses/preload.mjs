// Loaded before a process under attack. It inserts a switch into each defense, so that the product itself
// contains none.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const { ATTACK_DEFENSES, ATTACK_DEFENSES_OFF } = process.env;
const defenses = JSON.parse(readFileSync(ATTACK_DEFENSES, 'utf8'));

globalThis.isDefenseOff = (name) => readFileSync(ATTACK_DEFENSES_OFF, 'utf8').split('\n').includes(name);

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.startsWith('file:')) return loaded;
    const path = fileURLToPath(url);
    const here = defenses.filter(({ path: defended }) => defended === path);
    if (here.length === 0) return loaded;
    let source = String(loaded.source);
    for (const { name, find, replace } of here) {
      const asked = replace.replaceAll('defenseOff()', `globalThis.isDefenseOff(${JSON.stringify(name)})`);
      source = source.split(find).join(asked);
    }
    return { ...loaded, source };
  },
});
