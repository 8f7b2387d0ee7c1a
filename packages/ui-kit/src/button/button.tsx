import { LoadingOutlined } from '@ant-design/icons';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';
import './button.css';

interface ButtonLook {
  type?: 'default' | 'primary' | 'text' | undefined;
  danger?: boolean | undefined;
  size?: 'small' | 'large' | undefined;
  block?: boolean | undefined;
  icon?: ReactNode;
  className?: string | undefined;
  children?: ReactNode;
}

const draw = <Props extends ButtonLook>({
  type = 'default',
  danger,
  size,
  block,
  icon,
  className,
  children,
  ...rest
}: Props) => ({
  ...rest,
  className: [
    `ui-button ui-button-${type}`,
    danger && 'ui-button-danger',
    size && `ui-button-${size}`,
    block && 'ui-button-block',
    children === undefined && 'ui-button-icon-only',
    className,
  ]
    .filter(Boolean)
    .join(' '),
  children: (
    <>
      {icon && <span className="ui-button-icon">{icon}</span>}
      {children !== undefined && <span>{children}</span>}
    </>
  ),
});

export interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, keyof ButtonLook> {
  htmlType?: 'button' | 'submit' | undefined;
  loading?: boolean | undefined;
}

/** The button for all pages, with antd's property names. A busy button keeps its name and its focus. */
export const Button = ({ htmlType = 'button', loading = false, icon, onClick, ...props }: ButtonProps) => {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...draw({ ...props, icon: loading ? <LoadingOutlined aria-hidden /> : icon })}
      type={htmlType}
      onClick={press}
      aria-busy={loading || undefined}
    />
  );
};

interface LinkProps extends ButtonLook, Omit<ComponentProps<'a'>, keyof ButtonLook | 'href' | 'onClick'> {
  to: string;
}

/**
 * A link that looks like a button: it can be opened in a new tab, and otherwise navigates without a reload.
 */
export const LinkButton = ({ to, ...props }: LinkProps) => {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to);
  return <a {...draw(props)} href={href} onClick={follow} />;
};
