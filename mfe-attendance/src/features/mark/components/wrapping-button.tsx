import { Button, tokens, type ButtonProps } from '@qr-attendance/ui-kit';

export const WrappingButton = (props: ButtonProps) => {
  return (
    <Button
      {...props}
      size="large"
      block
      style={{ whiteSpace: 'normal', height: 'auto', minHeight: tokens.controlHeightLG }}
    />
  );
};
