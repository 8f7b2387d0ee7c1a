/** Text typed by a user, in its own writing direction, wrapping anywhere. */
export const UserText = ({ children }: { children: string }) => (
  <bdi dir="auto" className="wrap">
    {children}
  </bdi>
);
