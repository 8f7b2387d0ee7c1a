import { tokens } from '@qr-attendance/ui-kit';

export const Quote = ({ text, by }: { text: string; by?: string }) => {
  return (
    <blockquote
      style={{
        margin: 0,
        marginBlockStart: tokens.marginXXS,
        paddingInlineStart: tokens.paddingSM,
        borderInlineStart: `3px solid ${tokens.colorBorder}`,
        overflowWrap: 'anywhere',
      }}
    >
      <p dir="auto" style={{ margin: 0 }}>
        {text}
      </p>
      {by && (
        <footer style={{ color: tokens.colorTextSecondary, fontSize: tokens.fontSizeSM }}>
          <bdi>{by}</bdi>
        </footer>
      )}
    </blockquote>
  );
};
