const decode = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};

const codeInUrl = (value: string): string | undefined => {
  if (!URL.canParse(value)) return undefined;
  const segment = /^\/attendance\/([^/]+)\/?$/.exec(new URL(value).pathname)?.[1];
  return segment === undefined ? undefined : decode(segment);
};

/** The code of an attendance URL, else the value itself; undefined if it is not a code. */
export const scannedCode = (value: string): string | undefined => {
  const trimmed = value.trim();
  const code = codeInUrl(trimmed) ?? trimmed;
  return /^\.{0,2}$/.test(code) ? undefined : code;
};

/**
 * The path for a scanned or typed value. A URL whose path is `/attendance/{code}` yields its code, whatever
 * its host; any other value is the code itself (specification, section 2). Undefined if it cannot be a code:
 * blank, or dots, which in a URL mean another folder.
 */
export const scannedPath = (value: string): string | undefined => {
  const code = scannedCode(value);
  return code === undefined ? undefined : `/attendance/${encodeURIComponent(code)}`;
};
