/** What somebody typed, as typed: in its own direction of writing, broken rather than wider than its place. */
export const Typed = ({ children }: { children: string }) => (
  <bdi dir="auto" style={{ overflowWrap: 'anywhere' }}>
    {children}
  </bdi>
);
