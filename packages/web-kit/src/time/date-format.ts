const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Caches formats, because creating one takes longer than using it a hundred times. `language` is a BCP 47
 * tag.
 */
export const dateFormat = (
  language: string,
  options: Intl.DateTimeFormatOptions = {},
): Intl.DateTimeFormat => {
  const key = JSON.stringify([language, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, options);
  formats.set(key, format);
  return format;
};
