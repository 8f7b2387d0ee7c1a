import { useSearchParams } from 'react-router-dom';

const NAME = 'section';

/** The section that a page is limited to, kept in the URL. */
export const useSection = () => {
  const [address, setAddress] = useSearchParams();
  return {
    sectionId: address.get(NAME) ?? undefined,
    setSection: (sectionId: string | undefined) =>
      setAddress(
        (before) => {
          if (sectionId === undefined) before.delete(NAME);
          else before.set(NAME, sectionId);
          return before;
        },
        { replace: true },
      ),
  };
};
