export const Typed = ({ children }: { children: string }) => (
  <bdi dir="auto" className="wrap">
    {children}
  </bdi>
);
