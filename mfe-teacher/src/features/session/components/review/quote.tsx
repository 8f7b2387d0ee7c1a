export const Quote = ({ text, by }: { text: string; by?: string }) => {
  return (
    <blockquote className="quote">
      <p dir="auto" className="flush">
        {text}
      </p>
      {by && (
        <footer className="muted small">
          <bdi>{by}</bdi>
        </footer>
      )}
    </blockquote>
  );
};
