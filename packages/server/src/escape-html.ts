/**
 * Escapes the characters with a meaning in HTML.
 * @param text any text of a person
 * @returns text for the content of an element or for a quoted attribute
 */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
