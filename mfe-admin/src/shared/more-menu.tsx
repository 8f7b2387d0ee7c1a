import { EllipsisOutlined } from '@ant-design/icons';
import { Button } from '@qr-attendance/ui-kit';
import Dropdown from 'antd/es/dropdown';

interface Props<Key extends string> {
  label: string;
  items: { key: Key; label: string }[];
  onSelect: (key: Key) => void;
}

/** The rarer actions of a row. */
export const MoreMenu = <Key extends string>({ label, items, onSelect }: Props<Key>) => (
  <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => onSelect(key as Key) }}>
    <Button
      type="text"
      size="small"
      icon={<EllipsisOutlined aria-hidden />}
      aria-label={label}
      aria-haspopup="menu"
    />
  </Dropdown>
);
