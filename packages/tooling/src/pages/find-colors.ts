/** Black, white, transparent and currentcolor are the same in every theme. */
const COLOR =
  /#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|(?:: |[="'])(?:red|green|blue|gray|grey|orange|yellow|purple|pink|brown|navy|teal)(?=[;"' ])/i;

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*/g;

export const findColors = (code: string): { line: number; color: string }[] =>
  code
    .replaceAll(COMMENTS, (comment) => comment.replaceAll(/[^\n]/g, ' '))
    .split('\n')
    .flatMap((text, index) => {
      const [color] = COLOR.exec(text) ?? [];
      return color === undefined ? [] : [{ line: index + 1, color }];
    });
