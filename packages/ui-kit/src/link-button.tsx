import Button from 'antd/es/button';
import type { ButtonProps } from 'antd';
import { useHref, useLinkClickHandler } from 'react-router-dom';

type Props = Omit<ButtonProps, 'href' | 'onClick'> & { to: string };

/** A real link that looks like a button: opens in a new tab on request, and routes without a reload otherwise. */
export const LinkButton = ({ to, ...props }: Props) => {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLElement>(to);
  return <Button {...props} href={href} onClick={follow} />;
};
