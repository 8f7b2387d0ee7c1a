export const textOfValue = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOfValue).filter(Boolean).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, part]) => `${name} ${textOfValue(part)}`)
      .join(', ');
  return String(value);
};
