import type { ReactNode, Ref } from 'react';
import './card.css';

interface Props {
  ref?: Ref<HTMLDivElement>;
  id?: string;
  className?: string;
  compact?: boolean;
  /** The content is a list whose rows have their own padding. */
  list?: boolean;
  title?: ReactNode;
  /** Makes the title focusable, to receive the focus of a removed element. */
  titleRef?: Ref<HTMLHeadingElement>;
  aside?: ReactNode;
  help?: ReactNode;
  children?: ReactNode;
}

export const Card = ({
  ref,
  id,
  className,
  compact,
  list,
  title,
  titleRef,
  aside,
  help,
  children,
}: Props) => (
  <div
    ref={ref}
    id={id}
    className={['ui-card', compact && 'ui-card-compact', list && 'ui-card-list', className]
      .filter(Boolean)
      .join(' ')}
  >
    {title !== undefined && (
      <div className="ui-card-head">
        <h2 ref={titleRef} tabIndex={titleRef ? -1 : undefined} className="title">
          {title}
        </h2>
        {aside}
      </div>
    )}
    {help && <p className="ui-card-help">{help}</p>}
    {children}
  </div>
);
