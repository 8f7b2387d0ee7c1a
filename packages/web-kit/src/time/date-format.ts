const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Cached, because creating a format takes longer than using it a hundred times, and a list of 1,500 students
 * has several in each row.
 * @param language a BCP 47 tag
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
