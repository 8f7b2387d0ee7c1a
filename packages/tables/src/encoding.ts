// cspell:ignore mimetypeapplication opendocument
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

export const fileTypes = ['text', 'xlsx', 'xls', 'ods', 'pdf', 'gzip', 'binary'] as const;
export type FileType = (typeof fileTypes)[number];

const startsWith = (bytes: Uint8Array, beginning: number[]): boolean =>
  beginning.every((byte, index) => bytes[index] === byte);

/** The name and content of the first entry of an OpenDocument archive. */
const OPEN_DOCUMENT = 'mimetypeapplication/vnd.oasis.opendocument';
const FIRST_NAME = 30;

const zipTypeOf = (bytes: Uint8Array): FileType => {
  const text = String.fromCharCode(...bytes.subarray(FIRST_NAME, FIRST_NAME + OPEN_DOCUMENT.length));
  return text === OPEN_DOCUMENT ? 'ods' : 'xlsx';
};

const MARKS: [Encoding, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
export const encodingOfMark = (beginning: Uint8Array): Encoding | undefined =>
  MARKS.find(([, mark]) => startsWith(beginning, mark))?.[0];

/**
 * Classifies every archive as a workbook until it is opened.
 * @param beginning at least the first 100 bytes, or the whole file if it is shorter
 */
export const fileTypeOf = (beginning: Uint8Array): FileType => {
  if (startsWith(beginning, [0x50, 0x4b, 0x03, 0x04])) return zipTypeOf(beginning);
  if (startsWith(beginning, [0xd0, 0xcf, 0x11, 0xe0])) return 'xls';
  if (startsWith(beginning, [0x25, 0x50, 0x44, 0x46])) return 'pdf';
  if (startsWith(beginning, [0x1f, 0x8b])) return 'gzip';
  const encoding = encodingOfMark(beginning);
  if (encoding?.startsWith('utf-16')) return 'text';
  // Text in the other encodings contains no zero bytes.
  return beginning.includes(0) ? 'binary' : 'text';
};

/** Finds the encoding of a file, chunk by chunk. Text that is not valid UTF-8 is treated as Windows-1252. */
export const createEncodingFinder = () => {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let marked: Encoding | undefined;
  let isFirst = true;
  let isUtf8 = true;
  let hasZero = false;

  const decode = (chunk?: Uint8Array): void => {
    if (!isUtf8) return;
    try {
      decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      isUtf8 = false;
    }
  };
  return {
    add: (chunk: Uint8Array): void => {
      if (isFirst) marked = encodingOfMark(chunk);
      isFirst = false;
      if (marked?.startsWith('utf-16')) return;
      hasZero ||= chunk.includes(0);
      decode(chunk);
    },
    /** @returns undefined for a file that is not text */
    find: (): Encoding | undefined => {
      if (marked?.startsWith('utf-16')) return marked;
      decode();
      if (hasZero) return undefined;
      return isUtf8 ? 'utf-8' : 'windows-1252';
    },
  };
};

/** Decodes chunks and removes the byte order mark. Invalid bytes become U+FFFD. */
export const createTextDecoder = (encoding: Encoding) => {
  const decoder = new TextDecoder(encoding);
  return {
    decode: (chunk: Uint8Array): string => decoder.decode(chunk, { stream: true }),
    end: (): string => decoder.decode(),
  };
};
