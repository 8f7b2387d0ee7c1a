import { LoadingOutlined } from '@ant-design/icons';
import { tokens } from './tokens/tokens.ts';

export const Spinner = () => (
  <LoadingOutlined aria-hidden style={{ fontSize: 32, color: tokens.colorLink }} />
);
