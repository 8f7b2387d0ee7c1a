// Loaded before a process under attack: puts a switch into the lines that are its defences. Nothing of this is in the product.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const { ATTACK_DEFENCES, ATTACK_DEFENCES_OFF } = process.env;
const defences = JSON.parse(readFileSync(ATTACK_DEFENCES, 'utf8'));

globalThis.isDefenceOff = (name) => readFileSync(ATTACK_DEFENCES_OFF, 'utf8').split('\n').includes(name);

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.startsWith('file:')) return loaded;
    const path = fileURLToPath(url);
    const here = defences.filter(({ path: defended }) => defended === path);
    if (here.length === 0) return loaded;
    let source = String(loaded.source);
    for (const { name, find, replace } of here) {
      const asked = replace.replaceAll('defenceOff()', `globalThis.isDefenceOff(${JSON.stringify(name)})`);
      source = source.split(find).join(asked);
    }
    return { ...loaded, source };
  },
});
