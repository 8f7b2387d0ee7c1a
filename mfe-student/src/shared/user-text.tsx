export const UserText = ({ children }: { children: string }) => (
  <bdi dir="auto" className="wrap">
    {children}
  </bdi>
);
