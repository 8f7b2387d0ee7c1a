import type { Page } from '@playwright/test';
import { z } from 'zod';

const BINDING = 'reportAct';
const actSchema = z.object({ kind: z.enum(['press', 'key']), field: z.string().optional() });

/**
 * Runs in each document, before the page's own scripts. Events of scripts are not trusted and do not count. A press that
 * only puts the caret into a field counts with the field.
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
    if (event.isTrusted && !fieldOf(event)) report({ kind: 'press' });
  }, true);
  addEventListener('keydown', (event) => {
    if (!event.isTrusted || event.repeat) return;
    const field = fieldOf(event);
    if (event.key === 'Enter' || (event.key === ' ' && !field)) report({ kind: 'press' });
    else if (field && event.key.length === 1) report({ kind: 'key', field: nameOf(field) });
  }, true);
}`;

export interface Effort {
  presses: number;
  fields: number;
}

/** Counts presses and typed fields by the events of all pages that open from now on, as docs/usability.md describes. */
export const countActs = async (page: Page): Promise<() => Effort> => {
  const fields = new Set<string>();
  let presses = 0;
  await page.exposeBinding(BINDING, (_source, text: string) => {
    const { kind, field } = actSchema.parse(JSON.parse(text));
    if (kind === 'press') presses += 1;
    if (field !== undefined) fields.add(field);
  });
  await page.addInitScript(LISTEN);
  return () => ({ presses, fields: fields.size });
};
