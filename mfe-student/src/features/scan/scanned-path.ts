const codeInUrl = (value: string): string | undefined => {
  if (!URL.canParse(value)) return undefined;
  return /^\/attendance\/([^/]+)\/?$/.exec(new URL(value).pathname)?.[1];
};

/**
 * Where a scanned or typed value leads. A URL whose path is `/attendance/{code}` gives its code, whatever its host;
 * any other value is the code, whole. Specification, section 2.
 */
export const scannedPath = (value: string): string => {
  const trimmed = value.trim();
  return `/attendance/${codeInUrl(trimmed) ?? encodeURIComponent(trimmed)}`;
};
