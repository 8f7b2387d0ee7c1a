const attendancePath = /^\/attendance\/([^/]+)\/?$/;

const decode = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};

/** The code in a URL whose path is `/attendance/{code}`; undefined for anything else. */
const codeInUrl = (value: string): string | undefined => {
  if (!URL.canParse(value)) return undefined;
  const segment = attendancePath.exec(new URL(value).pathname)?.[1];
  return segment === undefined ? undefined : decode(segment);
};

/**
 * Where a scanned or typed value leads: the code of an attendance URL, else the value as a whole. Specification,
 * section 2. Undefined when it cannot be a code at all: blank, or dots, which a browser reads as another folder.
 */
export const scannedPath = (scanned: string): string | undefined => {
  const value = scanned.trim();
  const code = codeInUrl(value) ?? value;
  return /^\.{0,2}$/.test(code) ? undefined : `/attendance/${encodeURIComponent(code)}`;
};
