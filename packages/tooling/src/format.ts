import { format } from 'oxfmt';
import settings from '../../../.oxfmtrc.json' with { type: 'json' };

export const formatText = async (path: string, text: string): Promise<string> => {
  const { singleQuote, printWidth } = settings;
  const { code, errors } = await format(path, text, { singleQuote, printWidth });
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  return code;
};
