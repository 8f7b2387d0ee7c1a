import type { Page } from '@playwright/test';
import { z } from 'zod';
import type { Act } from './pace.ts';

const BINDING = 'reportAct';
const actSchema = z.object({
  kind: z.enum(['press', 'caret', 'enter', 'key']),
  field: z.string().optional(),
});

/**
 * Runs in each document, before the page's own scripts. Events of scripts are not trusted and do not count.
 */
const LISTEN = `{
  const TEXT = 'textarea, input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=reset], ' +
    '[type=range], [type=file], [type=image], [role=combobox], [readonly])';
  const names = new WeakMap();
  const nameOf = (field) => {
    if (!names.has(field)) names.set(field, crypto.getRandomValues(new Uint32Array(2)).join('-'));
    return names.get(field);
  };
  const fieldOf = ({ target }) => (target instanceof Element ? target.closest(TEXT) : null);
  const report = (act) => globalThis.${BINDING}(JSON.stringify(act));
  addEventListener('pointerdown', (event) => {
    if (event.isTrusted) report({ kind: fieldOf(event) ? 'caret' : 'press' });
  }, true);
  addEventListener('keydown', (event) => {
    if (!event.isTrusted || event.repeat) return;
    const field = fieldOf(event);
    if (event.key === 'Enter' || (event.key === ' ' && !field)) return report({ kind: 'enter' });
    report({ kind: 'key', ...(field && event.key.length === 1 ? { field: nameOf(field) } : {}) });
  }, true);
}`;

export type SeenAct = Act & { at: number };

/** Records actions on a page across page changes. */
export const watchActs = async (page: Page): Promise<SeenAct[]> => {
  const acts: SeenAct[] = [];
  await page.exposeBinding(BINDING, (_source, text: string) => {
    acts.push({ ...actSchema.parse(JSON.parse(text)), at: performance.now() });
  });
  await page.addInitScript(LISTEN);
  return acts;
};
