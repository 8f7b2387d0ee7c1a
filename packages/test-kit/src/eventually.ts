/** Repeats an assertion until it holds. */
export const eventually = async <T>(
  assertion: () => Promise<T> | T,
  { withinMs = 120_000, everyMs = 50 } = {},
): Promise<T> => {
  const deadline = Date.now() + withinMs;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }
};
