import { LoadingOutlined } from '@ant-design/icons';
import { tokens } from './tokens/tokens.ts';

/** Something is under way; the page around it says what. */
export const Spinner = () => (
  <LoadingOutlined aria-hidden style={{ fontSize: 32, color: tokens.colorLink }} />
);
