import theme from 'antd/es/theme';

/** What somebody wrote, as written, and who it was. */
export const Said = ({ text, by }: { text: string; by?: string }) => {
  const { token } = theme.useToken();
  return (
    <blockquote
      style={{
        margin: 0,
        marginBlockStart: token.marginXXS,
        paddingInlineStart: token.paddingSM,
        borderInlineStart: `3px solid ${token.colorBorder}`,
        overflowWrap: 'anywhere',
      }}
    >
      <p dir="auto" style={{ margin: 0 }}>
        {text}
      </p>
      {by && (
        <footer style={{ color: token.colorTextSecondary, fontSize: token.fontSizeSM }}>
          <bdi>{by}</bdi>
        </footer>
      )}
    </blockquote>
  );
};
