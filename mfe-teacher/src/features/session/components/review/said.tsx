import { tokens } from '@qr-attendance/ui-kit';

/** What somebody wrote, as written, and who it was. */
export const Said = ({ text, by }: { text: string; by?: string }) => {
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
