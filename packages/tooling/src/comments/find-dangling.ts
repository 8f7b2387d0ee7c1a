/** A comment that opens with one of these words lacks its subject; "By default" has one. */
const DANGLING =
  /^(?:Of|Whose|Who|Whom|Whoever|What|Which|By(?! default\b)|Where|Told|Said|Meant|So|Such|That|Those|One that|It|Its|They|Them|And|Or|But|Then)\b/;

const marksByExtension: [extension: RegExp, marks: string[]][] = [
  [/\.(?:ts|tsx|mjs|cjs|js)$/, ['/**', '/*', '//']],
  [/\.sql$/, ['--', '/*']],
  [/(?:\.ya?ml|Dockerfile)$/, ['#']],
  [/\.prisma$/, ['//']],
];

export interface DanglingComment {
  line: number;
  text: string;
}

export const findDangling = (path: string, source: string): DanglingComment[] => {
  const marks = marksByExtension.find(([extension]) => extension.test(path))?.[1] ?? [];
  const comments: DanglingComment[] = [];
  /** Consecutive `//` lines form one comment; the text after a lone `/**` is on the next line. */
  let before: 'code' | 'line comment' | 'block opening' = 'code';
  source.split('\n').forEach((line, index) => {
    const trimmed = line.trim();
    const mark = marks.find((one) => trimmed.startsWith(one));
    const trailing = marks.includes('//') && !mark ? line.split(/[;,{}()[\]] \/\/ /)[1] : undefined;
    const text =
      before === 'block opening' ? trimmed.replace(/^\* ?/, '') : trimmed.slice(mark?.length ?? 0).trim();
    const isOpening = before === 'block opening' || (mark !== undefined && before === 'code');
    if (isOpening && DANGLING.test(text)) comments.push({ line: index + 1, text });
    if (trailing !== undefined && DANGLING.test(trailing)) comments.push({ line: index + 1, text: trailing });
    const isBlock = mark?.startsWith('/*') ?? false;
    before =
      isBlock && text === '' ? 'block opening' : mark !== undefined && !isBlock ? 'line comment' : 'code';
  });
  return comments;
};
