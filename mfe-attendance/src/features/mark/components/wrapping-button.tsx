import { Button, tokens, type ButtonProps } from '@qr-attendance/ui-kit';

/** A large button whose words may take a second line on a small phone. */
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
