// A process under attack loads this module before its program. Serves a wrapper for each module with
// defenses, so that the product itself contains no switch.
import { registerHooks } from 'node:module';
import { addDefense, sourceOf } from './wrapped.ts';

const EMPTY = 'data:text/javascript,';
/** A callback for the URL of the next imported module. The module itself is not loaded. */
let receive;

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    if (!receive) return resolved;
    receive(resolved.url);
    return { url: EMPTY, shortCircuit: true };
  },
  load(url, context, nextLoad) {
    const source = sourceOf(url);
    return source === undefined ? nextLoad(url, context) : { format: 'module', source, shortCircuit: true };
  },
});

const { defenses } = await import('./list.ts');
for (const defense of defenses) {
  receive = (url) => addDefense(url, defense);
  await defense.module();
}
receive = undefined;
