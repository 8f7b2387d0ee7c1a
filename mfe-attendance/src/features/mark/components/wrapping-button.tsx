import { Button, type ButtonProps } from '@qr-attendance/ui-kit';

export const WrappingButton = (props: ButtonProps) => {
  return <Button {...props} size="large" block className="wrapping-button" />;
};
