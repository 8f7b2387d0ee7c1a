import type { ButtonProps } from 'antd';
import Button from 'antd/es/button';
import theme from 'antd/es/theme';

/** A large button whose words may take a second line on a small phone. */
export const WrappingButton = (props: ButtonProps) => {
  const { token } = theme.useToken();
  return (
    <Button
      {...props}
      size="large"
      block
      style={{ whiteSpace: 'normal', height: 'auto', minHeight: token.controlHeightLG }}
    />
  );
};
