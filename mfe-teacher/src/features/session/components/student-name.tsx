import theme from 'antd/es/theme';
import type { CSSProperties } from 'react';
import './student-name.css';

/** A name in the roster; one that arrived live is softly lit for a moment. */
export const StudentName = ({ name, arrived }: { name: string; arrived: boolean }) => {
  const { token } = theme.useToken();
  const style = {
    borderRadius: token.borderRadiusSM,
    overflowWrap: 'anywhere',
    '--roster-arrival': token.colorPrimaryBgHover,
  } as CSSProperties;
  return (
    <span className={arrived ? 'roster-arrival' : undefined} style={style}>
      {name}
    </span>
  );
};
