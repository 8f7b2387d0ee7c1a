import { LoadingOutlined } from '@ant-design/icons';
import { tokens } from './tokens/tokens.ts';

/** The surrounding element names what is loading. */
export const Spinner = () => (
  <LoadingOutlined aria-hidden style={{ fontSize: 32, color: tokens.colorLink }} />
);
