/** Loads a separate chunk with its texts, because most sign-in pages do not need the code for providers. */
export const loadChunk = async () => {
  const chunk = await import(/* webpackChunkName: "providers" */ './chunk.ts');
  await chunk.texts;
  return chunk;
};
