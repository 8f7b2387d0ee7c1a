import { institutionSchema } from '@qr-attendance/contracts';
import type { z } from 'zod/mini';

/**
 * Writes the setting `INSTITUTION` into the page, as the gateway does.
 * @returns a function that removes it
 */
export const tellInstitution = (setting: z.input<typeof institutionSchema>): (() => void) => {
  const element = document.createElement('script');
  element.id = 'institution';
  element.type = 'application/json';
  element.textContent = JSON.stringify(institutionSchema.parse(setting));
  document.head.append(element);
  return () => element.remove();
};
