import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons';
import './sort-head.css';

interface Props {
  title: string;
  className?: string | undefined;
  order: 'ascending' | 'descending' | undefined;
  onPress: () => void;
}

export const SortHead = ({ title, className, order, onPress }: Props) => {
  const Caret = order === 'descending' ? CaretDownOutlined : CaretUpOutlined;
  return (
    <th role="columnheader" scope="col" className={className} aria-sort={order ?? 'none'}>
      <button type="button" className="sort-head" onClick={onPress}>
        {title}
        {order && <Caret aria-hidden />}
      </button>
    </th>
  );
};

export const orderOf = <Column,>(
  { by, descending }: { by: Column; descending: boolean },
  column: Column,
): Props['order'] => {
  if (by !== column) return undefined;
  return descending ? 'descending' : 'ascending';
};
